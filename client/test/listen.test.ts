// `bankside listen` as a separate process, against the API over HTTP and real receivers.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential } from "../../server/access/create-credential";
import { disableCredential } from "../../server/access/disable-credential";
import { createMerchant } from "../../server/merchants/create-merchant";
import { newAuthority } from "../../server/test/certificates";
import { query } from "../../server/test/database";
import { projectRoot } from "../../server/test/files";
import { ctx } from "../../server/test/fixtures";
import { bundledProgram } from "../../server/test/program";
import { until } from "../../server/test/until";
import { createEvent, runDue } from "../../server/test/webhook-events";
import { ok, shopsOfEachTest, status } from "../../server/test/webhook-shops";
import { heldRequests } from "../../server/webhooks/event-feed/hold-request";
import { generateWebhookSecret } from "../../server/webhooks/generate-webhook-secret";
import { verifyWebhook } from "../src/index.js";
import { startApi } from "./api";
import { startFaultyProxy } from "./faulty-proxy";
import { matches } from "./guides";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const guide = readFileSync(path.join(projectRoot, "docs/integrate/webhooks.md"), "utf8");
/** The output of this command in the guide. */
const GUIDE = /^```text\n(Forwarding test events[\s\S]*?)\n```$/m.exec(guide)?.[1] ?? "";
const steady = (text: string) => text.replace(/^\d\d:\d\d:\d\d/gm, "time").replace(/\d+ ms/g, "ms");

const shops = shopsOfEachTest();
let program: string;
let api: string;
let state: string;
let key: { client_id: string; client_secret: string };
beforeAll(async () => {
  program = await bundledProgram(new URL("../src/cli/main.ts", import.meta.url));
  api = await startApi();
});
beforeEach(async () => {
  state = mkdtempSync(path.join(tmpdir(), "bankside-listen-"));
  key = await createCredential(ctx, { name: "Desk", owner: { merchantId: shops.merchantId }, testOnly: true });
});
const children: ChildProcessByStdio<null, Readable, Readable>[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await until(() => heldRequests() === 0);
  rmSync(state, { recursive: true, force: true });
});

/** Starts the command line and collects its lines. */
function bankside(args: readonly string[], changed: Record<string, string> = {}) {
  const env = {
    PATH: process.env["PATH"],
    XDG_STATE_HOME: state,
    BANKSIDE_URL: api,
    BANKSIDE_CLIENT_ID: key.client_id,
    BANKSIDE_CLIENT_SECRET: key.client_secret,
    ...changed,
  } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const lines: string[] = [];
  let wrong = "";
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  child.stderr.on("data", (chunk) => (wrong += chunk));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, wrong }));
  const hasPrinted = (text: string) =>
    until(() => lines.some((line) => line.includes(text)) || child.exitCode !== null);
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { child, lines, ended, stop, hasPrinted, json: () => lines.map((line) => JSON.parse(line)) };
}

const listening = async (to: string, args: readonly string[] = [], changed: Record<string, string> = {}) => {
  const tool = bankside(["listen", "--to", to, ...args], changed);
  await tool.hasPrinted(args.includes("--json") ? '"kind":"listening"' : "BANKSIDE_WEBHOOK_SECRET=");
  return tool;
};
/** The error of a start that fails. */
const refusal = async (args: readonly string[], changed: Record<string, string> = {}) => {
  const { lines, ended } = bankside(["listen", ...args], changed);
  const { code, wrong } = await ended;
  expect([code, lines]).toEqual([1, []]);
  return wrong;
};
const secretOf = ({ lines }: { lines: string[] }) => /whsec_[0-9a-f]{64}/.exec(lines.join("\n"))?.[0] ?? "";
const idsOf = (received: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers["x-event-id"]);
/** The merchant's events, by their public ids, in the order of recording. */
const recorded = () =>
  query(async (client) => {
    const sql = "SELECT id FROM webhook_events WHERE merchant_id = $1 ORDER BY id";
    return (await client.query<{ id: string }>(sql, [shops.merchantId])).rows.map(({ id }) => `evt_${id}`);
  });
const createEvents = async (count: number) => {
  for (let index = 0; index < count; index += 1) await createEvent(shops.merchantId);
};

describe("bankside listen", () => {
  it("posts every event like a delivery: same bytes and headers, signed with its own secret", async () => {
    const [shop, desk] = [await shops.receiver(ok), await shops.receiver(ok)];
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const tool = await listening(desk.url);
    for (const name of ["completed", "failed", "expired"])
      await createEvent(shops.merchantId, { object: { status: name, note: "Zażółć, 支払い" } });
    await until(() => desk.received.length === 3);
    while ((await runDue()) > 0);
    expect(idsOf(desk.received)).toEqual(await recorded());
    for (const { headers, body } of desk.received) {
      const event = await verifyWebhook({ payload: body, headers, secret: secretOf(tool) });
      const delivered = shop.received.find((one) => one.headers["x-event-id"] === event.id);
      expect(delivered?.body).toEqual(body);
      // The connection is each one's own.
      const changing = ["host", "connection", "x-signature", "x-timestamp"];
      const fixed = (all: object) =>
        Object.entries(all)
          .filter(([name]) => !changing.includes(name))
          .sort();
      expect(fixed(headers)).toEqual(fixed(delivered?.headers ?? {}));
      expect(Object.keys(headers).sort()).toEqual(Object.keys(delivered?.headers ?? {}).sort());
    }
  });

  it("prints the secret, then one line per attempt as in the guide, without colours on a pipe", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await createEvent(shops.merchantId, { sequence: 2, object: { metadata: { order_id: "1001" } } });
    await tool.hasPrinted("1001");
    desk.answer = status(503);
    await createEvent(shops.merchantId, { type: "payment_link.used", object: { order_id: "1002" } });
    await tool.hasPrinted("skipped");
    const ids = await recorded();
    expect(tool.lines.slice(-4).map((line) => line.split("  ")[3])).toEqual([ids[0], ids[1], ids[1], ids[1]]);
    const shown = GUIDE.replace("http://localhost:3000", api).replace("http://localhost:4000/hook", desk.url);
    expect(steady(tool.lines.join("\n"))).toSatisfy((text: string) => matches(text, steady(shown)));
    expect(tool.lines.map(stripVTControlCharacters)).toEqual(tool.lines);
    expect(await tool.stop()).toEqual({ code: 0, signal: null, wrong: "" });
    expect(tool.lines.at(-1)).toBe("Stopped. The next run resumes here.");
  });

  it("never receives events of live payments or of other merchants", async () => {
    const desk = await shops.receiver(ok);
    const other = await createMerchant(ctx, { brandName: "Other" });
    await createEvent(shops.merchantId, { test: false });
    await createEvent(other.id);
    await listening(desk.url, ["--after", "start"]);
    await createEvent(shops.merchantId, { test: false });
    await createEvent(other.id);
    const subjectId = await createEvent(shops.merchantId);
    await until(() => desk.received.length > 0);
    // The others are older and would have come first.
    expect(desk.received.map(({ body }) => JSON.parse(String(body)).data.object.id)).toEqual([subjectId]);
  });

  it("resumes where it stopped with the same secret, and another name is another listener", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 1);
    await first.stop();
    await createEvents(2);
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain('Listener "default", from where it stopped.');
    await until(() => desk.received.length === 3);
    await second.stop();
    expect(idsOf(desk.received)).toEqual(await recorded());
    const other = await listening(desk.url, ["--name", "other"]);
    expect(other.lines.join("\n")).toContain('Listener "other", from now on.');
    expect(secretOf(first)).toMatch(/^whsec_/);
    expect([secretOf(second), secretOf(other) === secretOf(first)]).toEqual([secretOf(first), false]);
    const printed = bankside(["listen", "--print-secret", "--name", "other"], { BANKSIDE_URL: "" });
    await printed.ended;
    expect(printed.lines).toEqual([secretOf(other)]);
  });

  it("starts with the first event, after an event, or now, with --after", async () => {
    const desk = await shops.receiver(ok);
    await createEvents(3);
    const ids = await recorded();
    const receivedAfter = async (after: string, count: number) => {
      desk.received.length = 0;
      const tool = await listening(desk.url, ["--after", after]);
      await until(() => desk.received.length >= count);
      await tool.stop();
      return idsOf(desk.received);
    };
    expect(await receivedAfter("start", 3)).toEqual(ids);
    expect(await receivedAfter(String(ids[0]), 2)).toEqual(ids.slice(1));
    expect(await receivedAfter("now", 0)).toEqual([]);
  });

  it("posts only the types of --events and skips the others for good", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url, ["--events", "payment_link.used,payment_request.failed"]);
    for (const type of ["payment_request.pending", "payment_link.used", "payment_request.expired"] as const)
      await createEvent(shops.merchantId, { type });
    await createEvent(shops.merchantId, { type: "payment_request.failed" });
    await first.hasPrinted("payment_request.failed");
    await first.stop();
    await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 3);
    const types = desk.received.map(({ body }) => JSON.parse(String(body)).type);
    expect(types).toEqual(["payment_link.used", "payment_request.failed", "payment_request.succeeded"]);
  });

  it("posts an event again, then the next ones in order, after SIGKILL before it was recorded", async () => {
    const desk = await shops.receiver(() => undefined);
    const first = await listening(desk.url);
    await createEvents(3);
    await until(() => desk.received.length === 1);
    first.child.kill("SIGKILL");
    expect((await first.ended).signal).toBe("SIGKILL");
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 4);
    const ids = await recorded();
    expect(idsOf(desk.received)).toEqual([ids[0], ...ids]);
  });

  it("waits for a receiver that does not run, reports it once and posts in order", async () => {
    const gone = await shops.receiver(ok);
    const port = Number(new URL(gone.url).port);
    gone.close();
    const tool = await listening(gone.url);
    await createEvents(2);
    await tool.hasPrinted("is unreachable");
    const back = await shops.receiver(ok, { port });
    await until(() => back.received.length === 2);
    await tool.stop();
    const ids = await recorded();
    expect(idsOf(back.received)).toEqual(ids);
    const sentence = `${gone.url} is unreachable: connection refused (ECONNREFUSED). Waiting to send ${ids[0]}.`;
    expect(tool.lines.filter((line) => line.includes("unreachable"))).toEqual([sentence]);
  });

  it("does not follow a redirect, and stops at a failed event with --stop-on-failure", async () => {
    const elsewhere = await shops.receiver(ok);
    const desk = await shops.receiver(status(307, { location: elsewhere.url }));
    const strict = await listening(desk.url, ["--stop-on-failure", "--json"]);
    await createEvents(2);
    expect(await strict.ended).toMatchObject({ code: 1, wrong: "" });
    const [first] = await recorded();
    const tries = strict.json().slice(1);
    expect(tries.map(({ event_id, attempt, error, next }) => [event_id, attempt, error, next])).toEqual([
      [first, 1, "redirect (307), not followed", "again"],
      [first, 2, "redirect (307), not followed", "again"],
      [first, 3, "redirect (307), not followed", "stop"],
    ]);
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 5);
    expect([idsOf(desk.received).slice(3), elsewhere.received]).toEqual([await recorded(), []]);
  });

  it("continues after the installation was unreachable, and loses nothing", async () => {
    const desk = await shops.receiver(ok);
    const proxy = await startFaultyProxy(api);
    const tool = await listening(desk.url, [], { BANKSIDE_URL: proxy.url });
    const bad = { status: 502, body: "<html>Bad gateway</html>", headers: { "content-type": "text/html" } };
    proxy.plan("/api/v1/webhook-events", "lost_halfway", bad);
    for (let index = 1; index <= 2; index += 1) {
      await createEvents(1);
      await until(() => desk.received.length === index);
    }
    await tool.hasPrinted("answers again");
    await tool.stop();
    await proxy.close();
    expect(idsOf(desk.received)).toEqual(await recorded());
    expect(tool.lines.filter((line) => line.startsWith(proxy.url))).toEqual([
      expect.stringContaining("does not answer: "),
      `${proxy.url} answers again.`,
    ]);
  });

  it("prints one JSON object per line with --json, and the body with --print-body", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url, ["--json", "--print-body"]);
    await createEvents(1);
    await tool.hasPrinted('"kind":"event"');
    tool.child.kill("SIGTERM");
    expect((await tool.ended).code).toBe(0);
    const [id] = await recorded();
    const secret = expect.stringMatching(/^whsec_[0-9a-f]{64}$/);
    expect(tool.json()).toMatchObject([
      { kind: "listening", url: api, to: desk.url, name: "default", webhook_secret: secret, began: "now" },
      { kind: "event", event_id: id, accepted: true, status: 200, attempt: 1, body: String(desk.received[0]?.body) },
      { kind: "stopped" },
    ]);
  });
});

describe("bankside listen says what to change", () => {
  const TO = ["--to", "http://127.0.0.1:9/hook"];

  it("about missing settings and invalid options, all at once", async () => {
    const missing = { BANKSIDE_URL: "", BANKSIDE_CLIENT_ID: "" };
    const message = await refusal(["--to", "localhost:4000", "--events", "payment.paid", "--name", "My desk"], missing);
    expect(message.split("\n")).toEqual([
      "Set BANKSIDE_URL, BANKSIDE_CLIENT_ID: the URL of the installation and a test-only API key.",
      "--to must be an http or https URL without user name, such as http://localhost:4000/hook.",
      expect.stringMatching(/^--events: unknown type payment\.paid\. Use payment_request\.pending, /),
      "--name must be 1 to 63 characters of a-z, 0-9 and -, not starting with -.",
      "Help: bankside listen --help",
      "",
    ]);
    expect(await refusal(["--forward", "x"])).toContain("Unknown option '--forward'");
  });

  it("about a wrong secret, a disabled key and a key without the permission", async () => {
    expect(await refusal(TO, { BANKSIDE_CLIENT_SECRET: "csec_wrong" })).toContain(
      `${api} refuses the API key. Check BANKSIDE_CLIENT_ID and BANKSIDE_CLIENT_SECRET`,
    );
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await until(() => heldRequests() === 1);
    await disableCredential(ctx, { id: key.client_id });
    expect(await tool.ended).toMatchObject({ code: 1, wrong: expect.stringContaining("refuses the API key") });
    const owner = { merchantId: shops.merchantId };
    const limited = await createCredential(ctx, { name: "Limited", owner, testOnly: true, scopes: ["webhooks"] });
    const env = { BANKSIDE_CLIENT_ID: limited.client_id, BANKSIDE_CLIENT_SECRET: limited.client_secret };
    expect(await refusal(TO, env)).toContain('lacks the permission "read"');
  });

  it("about an installation that does not answer, answers otherwise, or has an unknown certificate", async () => {
    expect(await refusal(TO, { BANKSIDE_URL: "http://127.0.0.1:9" })).toMatch(
      /does not answer: .+ Check BANKSIDE_URL\.$/m,
    );
    expect(await refusal(TO, { BANKSIDE_URL: "pay.example.com" })).toContain("BANKSIDE_URL must be the URL");
    const desk = await shops.receiver(ok);
    expect(await refusal(TO, { BANKSIDE_URL: new URL(desk.url).origin })).toContain("does not answer like Bankside");
    const server = https.createServer(newAuthority("Own CA").issue("localhost"), (_request, response) =>
      response.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    expect(await refusal(TO, { BANKSIDE_URL: url })).toContain(
      "its certificate is from an unknown authority: set NODE_EXTRA_CA_CERTS",
    );
    server.close();
  });

  it("about a second listener of the same name, which another name avoids", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    expect(await refusal(["--to", desk.url])).toBe(
      `A listener named "default" is already running (process ${first.child.pid}). Stop it, or choose another --name.\n`,
    );
    await listening(desk.url, ["--name", "other"]);
    await first.stop();
    await listening(desk.url);
  });

  it("about an unknown --after, and starts with new events where the saved one is unknown", async () => {
    expect(await refusal([...TO, "--after", "evt_1"])).toBe(
      "--after must be start, or the ID of an event of a test payment.\n",
    );
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 1);
    await first.stop();
    await query((client) => client.query("DELETE FROM webhook_deliveries; DELETE FROM webhook_events"));
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain("from now on, because the saved event is unknown there");
    await createEvents(1);
    await until(() => desk.received.length === 2);
  });

  // The last test: an installation that had a live bank keeps it.
  it("about a key for live payments", async () => {
    await query((client) =>
      client.query(
        `INSERT INTO bank_profiles (id, environment, bank_ids, profile, enabled, first_enabled_at, updated_at)
         VALUES ('feed', 'live', ARRAY[gen_random_uuid()], '{"id": "feed", "environment": "live"}', false, app_now(), app_now())`,
      ),
    );
    const live = await createCredential(ctx, { name: "Live", owner: { merchantId: shops.merchantId } });
    const env = { BANKSIDE_CLIENT_ID: live.client_id, BANKSIDE_CLIENT_SECRET: live.client_secret };
    expect(await refusal(TO, env)).toBe(
      "Test events can only be read with a test-only API key. Create one in the Console under API keys.\n",
    );
  });
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});
