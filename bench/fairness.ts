// `npm run bench:fairness`: how long a merchant waits for its list of links while another caller has 100 connections,
// compared with the same call on the idle product just before and just after. One run, one machine: the ratios count,
// the milliseconds do not. It fails for a wrong answer to the quiet merchant, and never for being slow. `-- --seconds
// 1` only checks that it works.

import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import type { EmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { withDatabase } from "./database";
import { percentile, print } from "./figures";
import { environment, root } from "./processes";
import { type FullServer, LINK_BODY, startProduct } from "./servers";

const CONNECTIONS = 100;
const AUTOCANNON = path.join(root, "node_modules/autocannon/autocannon.js");
/** A user of the demo: the owner of a merchant. */
const CONSOLE_USER = "ines@olaria.example";
const SETTLE_S = 1;

const { values: given } = parseArgs({ options: { seconds: { type: "string", default: "5" } } });
const SECONDS = Number(given.seconds);

type Load = { name: string; path: string; method?: "POST"; headers?: Record<string, string>; body?: string };

/** The quiet merchant's call, repeated on one connection for `seconds`: the duration of each, in ms. */
async function look(server: FullServer, token: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const { hostname, port } = new URL(server.origin);
  const headers = { Authorization: `Bearer ${token}` };
  const options = { hostname, port, agent, headers, path: "/api/v1/payment-links?limit=1" };
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const begin = performance.now();
    const sent = request(options).end();
    const [response] = await once(sent, "response");
    response.resume();
    await once(response, "end");
    if (response.statusCode !== 200) throw new Error(`The quiet merchant got ${response.statusCode}.`);
    took.push(performance.now() - begin);
  }
  agent.destroy();
  return took;
}

type Report = { "2xx": number; non2xx: number; errors: number; timeouts: number };

/** Load from a separate process, so that its CPU time is not in the quiet merchant's times. */
function startLoad(server: FullServer, load: Load, seconds: number): Promise<Report> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const args = [
    ...[AUTOCANNON, "--json", "-n", "-c", String(CONNECTIONS), "-d", String(seconds), "-t", "30"],
    ...["-m", load.method ?? "GET", ...headers, ...(load.body ? ["-b", load.body] : [])],
    server.origin + load.path,
  ];
  const child = spawn(process.execPath, args, { cwd: root, env: environment({}), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.resume();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(JSON.parse(output.slice(output.indexOf("{"))) as Report));
  });
}

/** A session in the Console, as created by a sign-in. */
async function signIn({ database }: FullServer): Promise<{ cookie: string; merchantId: string }> {
  const token = `bses_${randomBytes(32).toString("base64url")}`;
  const { rows } = await database.query<{ merchantId: string }>(
    `INSERT INTO user_sessions (id, token_hash, user_id, expires_at)
     SELECT $1, $2, u.id, app_now() + interval '1 hour' FROM users u WHERE u.email = $3
     RETURNING (SELECT m.merchant_id FROM memberships m WHERE m.user_id = user_sessions.user_id LIMIT 1) AS "merchantId"`,
    [randomUUID(), createHash("sha256").update(token).digest(), CONSOLE_USER],
  );
  const [row] = rows;
  if (!row) throw new Error(`The demo has no ${CONSOLE_USER}.`);
  return { cookie: `bankside.session=${token}`, merchantId: row.merchantId };
}

async function loads(server: FullServer): Promise<Load[]> {
  const { cookie, merchantId } = await signIn(server);
  const bearer = { Authorization: `Bearer ${server.token}` };
  const input = encodeURIComponent(JSON.stringify({ 0: { merchantId, text: "order", test: true } }));
  return [
    {
      ...{ name: "create link", path: server.linkPath, method: "POST", body: LINK_BODY },
      headers: { ...bearer, "Content-Type": "application/json" },
    },
    { name: "search", path: `${server.linkPath}?search=3451`, headers: bearer },
    { name: "/docs", path: "/docs" },
    { name: "sign-in", path: "/sign-in" },
    { name: "sign-in?to=", path: "/sign-in?to=/console/payments" },
    { name: "tRPC", path: `/api/trpc/search.find?batch=1&input=${input}`, headers: { Cookie: cookie } },
    {
      ...{ name: "CSV", path: `/console/payments/export.csv?merchant=${merchantId}&mode=test` },
      headers: { Cookie: cookie },
    },
  ];
}

const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(10))).join("");

async function main(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  print("starting the product (builds it first when its sources are newer)");
  const server = await startProduct(postgres, dataDir);
  const { access_token: token } = await server.newMerchant("Atelier Sul");
  await look(server, token, SECONDS);
  const head = ["load", "quiet p50", "p50", "ratio", "p99", "load 2xx", "other", "errors"];
  print(`${CONNECTIONS} connections of one caller; times in ms\n${row(head)}`);
  for (const load of await loads(server)) {
    const before = await look(server, token, SECONDS);
    const running = startLoad(server, load, SECONDS + 2 * SETTLE_S);
    await look(server, token, SETTLE_S);
    const busy = await look(server, token, SECONDS);
    const { "2xx": ok, non2xx, errors, timeouts } = await running;
    await look(server, token, SETTLE_S);
    const quietMs = percentile([...before, ...(await look(server, token, SECONDS))], 0.5);
    const busyMs = percentile(busy, 0.5);
    const figures = [quietMs.toFixed(1), busyMs.toFixed(1), `× ${(busyMs / quietMs).toFixed(1)}`];
    process.stdout.write(
      `${row([load.name, ...figures, percentile(busy, 0.99).toFixed(1), ok, non2xx, errors + timeouts])}\n`,
    );
  }
}

await withDatabase(main);
process.exit();
