// Runs the receivers of docs/integrate/receivers.md unchanged, each in its own process, with deliveries of the product.
import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "../../server/lib/config/env";
import { closeDb } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { projectRoot } from "../../server/test/code-rules/files";
import { query } from "../../server/test/database";
import { freePorts } from "../../server/test/processes/free-ports";
import { ctx, newTenant } from "../../server/test/rows/fixtures";
import { createEvent, deliveryOf, runDue } from "../../server/test/rows/webhook-events";
import { runReceiverTestsOf } from "../../server/test/webhooks/receiver-test-shops";
import { signature } from "../../server/webhooks/delivery/signature";
import { createEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { setWebhookUrl } from "../../server/webhooks/endpoints/set-webhook-url";
import { generateWebhookSecret } from "../../server/webhooks/secrets/change-secrets";
import { sizeOf } from "../../verification/depth";
import { lacks, unpackExamples } from "./guide-folder";
import { examplesOf } from "./guides";
import { buildNext, linesOf, NEXT, ROUTE, SUPPORT_FILES } from "./next-application";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
// Programs are compiled, built and started, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const guide = readFileSync(path.join(projectRoot, "docs/integrate/receivers.md"), "utf8");
const examples = examplesOf(guide);
const codeOf = (file: string) => examples.find((example) => example.file === file)?.code ?? "";
/** The output of every receiver. */
const [OUTPUT = ""] = [...guide.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].map(([, text = ""]) => text);

/** Their dependencies in the project's node_modules, and those of Next's build. */
const PACKAGES = ["express", "fastify", "next", "pg", "react", "react-dom", "typescript"];

let unpacked: Awaited<ReturnType<typeof unpackExamples>>;
beforeAll(async () => {
  unpacked = await unpackExamples([...examples, ...SUPPORT_FILES], PACKAGES);
  await query(codeOf("tables.sql"));
  if (RECEIVERS.some(([, file]) => file === ROUTE)) await buildNext(unpacked.start);
}, 600_000);
afterAll(async () => {
  await closeDb();
  unpacked.remove();
});

let merchantId = "";
let secret = "";
const children: ChildProcess[] = [];
beforeEach(async () => {
  merchantId = (await newTenant()).merchantId;
  secret = (await generateWebhookSecret(ctx, { merchant_id: merchantId })).webhook_secret;
  await query("DELETE FROM payments; DELETE FROM bankside_events");
  rmSync(path.join(unpacked.folder, "shop.db"), { force: true });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

/** Starts a receiver. `next` resolves with the next printed line; `printed` has the first one. */
async function started(file: string, port: number, key: string) {
  const isNext = file === ROUTE;
  const settings = { PORT: String(port), BANKSIDE_WEBHOOK_SECRET: key, DATABASE_URL: env().migrationUrl };
  const child = isNext ? unpacked.start(NEXT, settings, ["start", "-H", "127.0.0.1"]) : unpacked.start(file, settings);
  children.push(child);
  const lines = linesOf(child, isNext);
  const next = async () => (await lines.next()).value as string;
  return { next, printed: [await next()] };
}

/** Starts a receiver as the merchant's default URL, with two secrets as during a rotation. */
async function receiving(file: string, pathname: string) {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}${pathname}`;
  await setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: url });
  return { url, ...(await started(file, port, `whsec_other,${secret}`)) };
}

/** Creates an event with a state of the payment of order 1001. */
const recordState = (subjectId: string, sequence: number, state: "pending" | "completed") =>
  createEvent(merchantId, {
    ...{ subjectId, sequence, type: state === "completed" ? "payment_request.succeeded" : "payment_request.pending" },
    object: { id: subjectId, status: state, metadata: { order_id: "1001", bank_name: "Crédito" } },
  });
/** Status and reason of the merchant's deliveries. */
const statesOf = async () => {
  const sql = "SELECT status, reason FROM webhook_deliveries WHERE merchant_id = $1 ORDER BY id";
  return (await query<{ status: string; reason: string | null }>(sql, [merchantId])).rows;
};
const again = async () => {
  const retry = "status = 'waiting', done_at = NULL, lease_until = NULL, due_at = app_now()";
  await query(`UPDATE webhook_deliveries SET ${retry} WHERE merchant_id = $1`, [merchantId]);
};

/** The rows that the shop has stored, in SQLite or PostgreSQL. */
async function shopOf(file: string): Promise<{ payments: unknown[][]; events: number }> {
  const payments = "SELECT order_id, status, sequence FROM payments";
  const events = "SELECT count(*) FROM bankside_events";
  if (!file.endsWith(".py")) {
    return query(async (client) => {
      const rows = (await client.query({ text: payments, rowMode: "array" })).rows as unknown[][];
      return { payments: rows, events: Number((await client.query(events)).rows[0].count) };
    });
  }
  const script = `import json, sqlite3; db = sqlite3.connect("shop.db"); print(json.dumps(
    {"payments": db.execute("${payments}").fetchall(), "events": db.execute("${events}").fetchone()[0]}))`;
  const { stdout } = spawnSync("python3", ["-c", script], { cwd: unpacked.folder, encoding: "utf8" });
  return JSON.parse(stdout) as { payments: unknown[][]; events: number };
}

const hasFlask = spawnSync("python3", ["-c", "import flask"]).status === 0;
/** Next is last, because building it takes longer than all others together. */
const ALL_RECEIVERS: Array<[what: string, file: string, pathname: string, missing: string[]]> = [
  ["Express", "express-receiver.ts", "/webhooks/bankside", []],
  ["Fastify", "fastify-receiver.ts", "/webhooks/bankside", []],
  ["Node without a framework", "node-receiver.ts", "/webhooks/bankside", []],
  ["Python's standard library", "receiver.py", "/webhooks/bankside", lacks("receiver.py")],
  ["Flask", "flask_receiver.py", "/webhooks/bankside", hasFlask ? [] : ["flask"]],
  ["Next, built and served", ROUTE, "/api/bankside", []],
];
const RECEIVERS = ALL_RECEIVERS.slice(0, sizeOf("receivers of the guide"));

describe("the guide's receivers", () => {
  for (const [what, file, pathname, missing] of RECEIVERS) {
    const why = missing.length > 0 ? ` (not run: no ${missing.join(", ")} on this machine)` : "";
    it.skipIf(missing.length > 0)(`process an event once, and no invalid one: ${what}${why}`, async () => {
      const { url, next, printed } = await receiving(file, pathname);
      const payment = newId();
      await recordState(payment, 2, "completed");
      expect(await runDue()).toBe(1);
      printed.push(await next());
      // The same event again, by either secret, and an older one: the next line is that of the forged event.
      await again();
      await recordState(payment, 1, "pending");
      expect(await runDue()).toBe(2);
      expect((await statesOf()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      const { body } = (await deliveryOf(payment, merchantId)).event;
      const now = Math.floor(Date.now() / 1000);
      const send = async (key: string, t: number) => {
        const headers = { "content-type": "application/json", "x-signature": signature(key, t, body) };
        return (await fetch(url, { method: "POST", body, headers })).status;
      };
      expect(await send("whsec_other", now)).toBe(204);
      expect([await send("whsec_wrong", now), await send(secret, now - 3_600)]).toEqual([400, 400]);
      printed.push(await next(), await next());
      expect(printed.join("\n")).toBe(OUTPUT);
      expect(await shopOf(file)).toEqual({ payments: [["1001", "completed", 2]], events: 2 });
    });
  }

  it.skipIf(lacks("receiver.py").length > 0)("in Python end at once if the secret is empty", () => {
    const own = {
      cwd: unpacked.folder,
      env: { ...process.env, BANKSIDE_WEBHOOK_SECRET: "" },
      encoding: "utf8",
    } as const;
    const { status, stderr } = spawnSync("python3", ["-c", codeOf("bankside_events.py")], own);
    expect([status, stderr]).toEqual([1, "BANKSIDE_WEBHOOK_SECRET is empty\n"]);
  });

  it("all pass the product's receiver test", { tags: "deep" }, async () => {
    const present = RECEIVERS.filter(([, , , missing]) => missing.length === 0);
    const names: string[] = [];
    for (const [, file, pathname] of present) {
      const [port = 0] = await freePorts(1);
      const name = file.replace(/[/_.]/g, "-");
      const url = `http://127.0.0.1:${port}${pathname}`;
      const { webhook_secret } = await createEndpoint(ctx, { merchantId, name, url });
      await started(file, port, webhook_secret);
      names.push(name);
    }
    const reports = await runReceiverTestsOf(merchantId, names);
    // Without response times: the machine may be busy.
    const failed = reports.flatMap(({ steps }, index) =>
      steps
        .filter(({ key, verdict }) => verdict === "failed" && key !== "answer_times")
        .map(({ key }) => [names[index], key]),
    );
    expect(failed).toEqual([]);
    expect(reports.map(({ state, progress }) => [state, progress.done])).toEqual(names.map(() => ["finished", 13]));
  });

  it("are all tested, and have no type error; Next's route is checked by Next's types", { tags: "deep" }, () => {
    const programs = examples
      .map(({ file }) => file)
      .filter((file) => !/^(tables|process-event|bankside_events)\./.test(file));
    const run = ALL_RECEIVERS.map(([, file]) => file);
    expect(run.sort()).toEqual(programs.sort());
    expect(unpacked.typeErrors()).toBe("");
  });
});

describe("the guide's warnings", () => {
  /** A receiver of the guide with a common mistake. */
  function changed(file: string, from: string, to: string): string {
    expect(codeOf(file).split(from)).toHaveLength(2);
    const name = `changed-${file}`;
    writeFileSync(path.join(unpacked.folder, name), codeOf(file).replace(from, to));
    return name;
  }
  const parserFirst = "const app = express();\napp.use(express.json());";

  it("Express with a parser before the route: nothing is processed, and the delivery is retried", async () => {
    const file = changed("express-receiver.ts", "const app = express();", parserFirst);
    await receiving(file, "/webhooks/bankside");
    await recordState(newId(), 2, "completed");
    expect(await runDue()).toBe(1);
    expect(await statesOf()).toEqual([{ status: "waiting", reason: expect.stringContaining("500") }]);
    expect(await shopOf(file)).toEqual({ payments: [], events: 0 });
  });

  it("Express with a body that was parsed and serialised again: a valid delivery is refused as forged", async () => {
    const rewritten = `${parserFirst}
app.use((request, _response, next) => {
  request.body = Buffer.from(JSON.stringify(request.body, null, 2));
  next();
});`;
    const { next } = await receiving(
      changed("express-receiver.ts", "const app = express();", rewritten),
      "/webhooks/bankside",
    );
    await recordState(newId(), 2, "completed");
    await runDue();
    expect(await next()).toBe("refused: wrong_signature");
    expect(await statesOf()).toEqual([{ status: "waiting", reason: expect.stringContaining("400") }]);
  });

  it.skipIf(!hasFlask)("Flask with get_json: a valid delivery is refused as forged", async () => {
    const file = changed("flask_receiver.py", "request.get_data()", "json.dumps(request.get_json()).encode()");
    const { next } = await receiving(file, "/webhooks/bankside");
    await recordState(newId(), 2, "completed");
    await runDue();
    expect(await next()).toBe("refused: wrong_signature");
  });

  it("a shop whose database fails once: the event is retried, and then processed", async () => {
    const { next } = await receiving("express-receiver.ts", "/webhooks/bankside");
    const payment = newId();
    await query("ALTER TABLE payments RENAME TO payments_away");
    await recordState(payment, 2, "completed");
    await runDue();
    await query("ALTER TABLE payments_away RENAME TO payments");
    expect(await statesOf()).toEqual([{ status: "waiting", reason: expect.stringContaining("500") }]);
    await again();
    await runDue();
    expect(await next()).toBe("order 1001: completed");
    expect(await shopOf("express-receiver.ts")).toEqual({ payments: [["1001", "completed", 2]], events: 1 });
  });
});
