// The examples of docs/integrate, run as they stand there: each block of code is a file, and what it prints is compared
// with the block of text after it. The client is the packed one, as a merchant installs it.
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../server/entry/free-port";
import { closeDb } from "../../server/lib/db";
import { query } from "../../server/test/database";
import { projectRoot } from "../../server/test/files";
import { ctx, newTenant, type Tenant } from "../../server/test/fixtures";
import { happen, runDue } from "../../server/test/webhook-events";
import { generateWebhookSecret } from "../../server/webhooks/generate-webhook-secret";
import { setWebhookUrl } from "../../server/webhooks/set-webhook-url";
import { startApi } from "./api";
import { startFaultyProxy } from "./faulty-proxy";
import { type Example, examplesOf, matches } from "./guides";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32");
const run = promisify(execFile);
const require = createRequire(import.meta.url);
const guides = path.join(projectRoot, "docs/integrate");
const examples = readdirSync(guides).flatMap((name) => examplesOf(readFileSync(path.join(guides, name), "utf8")));
const folder = mkdtempSync(path.join(tmpdir(), "bankside-guides-"));

/** What runs a file of each kind; on a machine without it, those examples are shown as skipped. */
const COMMANDS: Record<string, string[]> = {
  ".sh": ["sh"],
  ".ts": [process.execPath, "--import", require.resolve("tsx")],
  ".py": ["python3"],
};
const NEEDS: Record<string, string[]> = { ".sh": ["sh", "curl"], ".ts": [], ".py": ["python3"] };
const isMissing = (program: string) => spawnSync(program, ["--version"]).error !== undefined;
const lacks = (file: string) =>
  (NEEDS[path.extname(file)] ?? []).filter((program) => program !== "sh" && isMissing(program));

let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let tenant: Tenant;

beforeAll(async () => {
  proxy = await startFaultyProxy(await startApi());
  tenant = await newTenant();
  for (const { file, code } of examples) writeFileSync(path.join(folder, file), code);
  await installClient();
}, 120_000);
afterAll(async () => {
  await proxy.close();
  await closeDb();
  rmSync(folder, { recursive: true, force: true });
});

/** The package as npm packs it, and what it depends on from where npm has put that already. */
async function installClient(): Promise<void> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { stdout } = await run(npm, ["pack", "-w", "client", "--json", "--pack-destination", folder], {
    cwd: projectRoot,
    shell: process.platform === "win32",
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string }];
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@bankside"), { recursive: true });
  await run("tar", ["-xzf", filename], { cwd: folder });
  symlinkSync(path.join(folder, "package"), path.join(modules, "@bankside/client"), "junction");
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types", "undici-types"]) {
    symlinkSync(path.join(projectRoot, "node_modules", name), path.join(modules, name), "junction");
  }
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
}

function start({ file }: Example, more: Record<string, string> = {}): ChildProcess {
  const [program = "", ...flags] = COMMANDS[path.extname(file)] ?? [];
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    BANKSIDE_URL: proxy.url,
    BANKSIDE_CLIENT_ID: tenant.clientId,
    BANKSIDE_CLIENT_SECRET: tenant.clientSecret,
    ...more,
  };
  return spawn(program, [...flags, file], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

async function printed(example: Example, more?: Record<string, string>): Promise<string> {
  const child = start(example, more);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  await once(child, "close");
  return text;
}

const linksMade = () =>
  query(async (client) => {
    const sql = "SELECT 1 FROM payment_links WHERE merchant_id = $1";
    return (await client.query(sql, [tenant.merchantId])).rowCount ?? 0;
  });
const deliverAgain = (merchantId: string) =>
  query(async (client) => {
    const anew = "status = 'waiting', done_at = NULL, lease_until = NULL, due_at = app_now()";
    await client.query(`UPDATE webhook_deliveries SET ${anew} WHERE merchant_id = $1`, [merchantId]);
  });
const named = (file: string) => examples.find((example) => example.file === file) as Example;
const receivers = examples.filter(({ file }) => file.startsWith("receiver."));
const scripts = examples.filter((example) => example.output !== null && !receivers.includes(example));

describe("the guides' examples", () => {
  it("are in three languages, and none is without its output", () => {
    const kinds = scripts.map(({ file }) => path.extname(file));
    expect([".sh", ".ts", ".py"].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([6, 5, 5]);
    expect(examples.filter(({ output }) => output === null).map(({ file }) => file)).toEqual([
      "token.sh",
      "bankside.py",
    ]);
  });

  for (const example of scripts) {
    const missing = lacks(example.file);
    const why = missing.length > 0 ? ` (not run: no ${missing.join(", ")} on this machine)` : "";
    it.skipIf(missing.length > 0)(`prints what the guide says: ${example.file}${why}`, async () => {
      expect(await printed(example)).toSatisfy((text: string) => matches(text, example.output ?? ""));
    });
  }

  it.skipIf(isMissing("curl"))("in the shell end with the API's own word where no token is to be had", async () => {
    const before = await linksMade();
    const said = await printed(named("first-link.sh"), { BANKSIDE_CLIENT_SECRET: "csec_wrong" });
    expect(said).toContain('"code":"UNAUTHORIZED"');
    expect([said.trim().split("\n").length, (await linksMade()) - before]).toEqual([1, 0]);
    expect(proxy.sent.at(-1)?.path).toBe("/api/v1/oauth2/token");
  });

  it("in TypeScript have no type error, by the types that are packed", async () => {
    const compiler = path.join(projectRoot, "client/node_modules/typescript/bin/tsc");
    const flags = "--noEmit --strict --target es2022 --module nodenext --types node --skipLibCheck".split(" ");
    const files = examples.map(({ file }) => file).filter((file) => file.endsWith(".ts"));
    const { stdout } = spawnSync(process.execPath, [compiler, ...flags, ...files], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it.skipIf(isMissing("python3"))("in Python send again what may be sent again, with the same key", async () => {
    proxy.sent.length = 0;
    const before = await linksMade();
    const busy = JSON.stringify({ success: false, error: { code: "SERVICE_UNAVAILABLE", message: "Planted." } });
    proxy.plan("/api/v1/payment-links", { status: 503, body: busy, headers: { "retry-after": "0" } });
    expect(await printed(named("first_link.py"))).toMatch(/\/pay\//);
    const keys = proxy.sent.filter(({ path }) => path.endsWith("/payment-links")).map(({ key }) => key);
    expect([keys.length, new Set(keys).size, (await linksMade()) - before]).toEqual([2, 1, 1]);
  });
});

describe("the guides' receivers", () => {
  for (const example of receivers) {
    const missing = lacks(example.file);
    it.skipIf(missing.length > 0)(
      `take the product's own delivery in once, and no forged one: ${example.file}`,
      async () => {
        const { merchantId: merchant_id } = await newTenant();
        const { webhook_secret } = await generateWebhookSecret(ctx, { merchant_id });
        const port = await freePort(null);
        const url = `http://127.0.0.1:${port}/`;
        await setWebhookUrl(ctx, { merchant_id, webhook_url: url });
        const child = start(example, { PORT: String(port), BANKSIDE_WEBHOOK_SECRET: webhook_secret });
        try {
          const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
          const next = async () => (await lines.next()).value as string;
          const said = [await next()];
          await happen(merchant_id, { object: { id: "1", status: "completed", metadata: { order_id: "1001" } } });
          expect(await runDue()).toBe(1);
          said.push(await next());
          // The same event again, in a new delivery, changes nothing: the next line is that of the forged one.
          await deliverAgain(merchant_id);
          expect(await runDue()).toBe(1);
          const forged = { "x-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` };
          expect((await fetch(url, { method: "POST", body: "{}", headers: forged })).status).toBe(400);
          said.push(await next());
          expect(said.join("\n")).toBe(example.output?.trimEnd());
        } finally {
          child.kill();
        }
      },
    );
  }
});

describe("the comparison", () => {
  it("lets … be anything within a line, and nothing else", () => {
    expect(matches("ptok_abc\npending\n", "ptok_…\npending\n")).toBe(true);
    expect(matches("ptok_abc\nfailed\n", "ptok_…\npending\n")).toBe(false);
    expect(matches("ptok_a\nb\npending\n", "ptok_…\npending\n")).toBe(false);
    expect(matches("", "ptok_…\n")).toBe(false);
  });
});
