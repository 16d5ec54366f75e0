import { afterAll, beforeAll, expect, it } from "vitest";
import { retireKeys } from "../../../server/entry/database/retire-keys";
import { env } from "../../../server/lib/config/env";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../../server/lib/config/simulation-key";
import { systemCtx } from "../../../server/lib/context";
import { dataOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { startSimbank, type TestSimbank } from "../../../server/test/banks/simbank";
import { type SimbankProcess, startSimbankProcess } from "../../../server/test/banks/simbank-process";
import { keySetOf, newTpp } from "../../../server/test/banks/tpp";
import { query } from "../../../server/test/database";
import { freePorts } from "../../../server/test/processes/free-ports";

const START_TIMEOUT_MS = 120_000;
const tpp = newTpp();
let url: string;
let product: TestSimbank;
let bank: ReturnType<typeof ukBank>;
let running: SimbankProcess;
beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}`;
  Object.assign(process.env, { SIMBANK_PORT: String(port), SIMBANK_URL: url, HOST: "127.0.0.1" });
  product = await startSimbank(async () => Response.json(keySetOf(tpp)));
  running = await startSimbankProcess(url);
  bank = ukBank(tpp, "nationwide");
}, START_TIMEOUT_MS);
afterAll(async () => {
  await running?.kill();
  await product?.close();
});

it("serves both standards and the pages, at its own address", async () => {
  expect(bank.issuer).toBe(`${url}/simbank/nationwide`);
  const { id } = await bank.consent();
  const page = await fetch(new URL((await bank.start(id)).headers.get("location") ?? "", url));
  const html = await page.text();
  expect(html).toContain("Simulated bank: no real money");
  const styles = await (await fetch(`${url}/simbank/nationwide/approval.css`)).text();
  expect(styles).toContain("@font-face");
  expect((await fetch(`${url}/simbank/nationwide/geist.woff2`)).headers.get("content-type")).toBe("font/woff2");
  const accounts = `${url}/simbank/riverbank/xs2a/v1/accounts`;
  const codeFor = async (headers: Record<string, string>) =>
    (await (await fetch(accounts, { headers })).json()).tppMessages[0].code;
  // The process derives its key from the same ENCRYPTION_KEY.
  expect(await codeFor({ [SIMULATION_KEY_HEADER]: simulationKeys() })).toBe("CONSENT_UNKNOWN");
  expect(await codeFor({})).toBe("CERTIFICATE_MISSING");
  for (const path of ["/", "/simbank", "/simbank/%zz/jwks", "/api/v1/banks"])
    expect((await fetch(url + path)).status).toBe(404);
});

it("killed after the debit, it has the debit after a restart, and makes no second one", {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const from = await bank.approved();
  const first = await bank.submit(from, { key: "once" });
  const keys = await (await fetch(bank.keys)).json();
  await running.kill();
  await expect(fetch(bank.keys)).rejects.toThrow();
  running = await startSimbankProcess(url);
  expect(await (await fetch(bank.keys)).json()).toEqual(keys);
  const again = await bank.submit(from, { key: "once" });
  expect([again.status, dataOf(again)["DomesticPaymentId"]]).toEqual([201, dataOf(first)["DomesticPaymentId"]]);
  const sql = "SELECT count(*)::int AS entries FROM sim_entries WHERE payment_id = $1";
  expect((await query(sql, [from.id])).rows).toEqual([{ entries: 1 }]);
});

it("SIM-LOST: the connection is cut, and the consent exists", async () => {
  const body = (await bank.consent()).body;
  body.Data.Initiation.RemittanceInformation = { Reference: "SIM-LOST" };
  await expect(bank.consent({}, { body, key: "lost" })).rejects.toThrow();
  expect((await bank.consent({}, { body, key: "lost" })).status).toBe(201);
});

it("names a port that is in use and an unknown option in one sentence", { timeout: START_TIMEOUT_MS }, async () => {
  await expect(startSimbankProcess("http://127.0.0.1:1")).rejects.toThrow(
    /Port \d+ on 127.0.0.1 is in use.*SIMBANK_PORT/,
  );
  await expect(startSimbankProcess("http://127.0.0.1:1", ["--everything"])).rejects.toThrow(/npm run simbank/);
});

it("has a heartbeat with its key until it exits on SIGTERM, so that key retire is refused meanwhile", {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const { databaseUrl, encryptionKeys } = env();
  const beats = async () =>
    (await query((client) => client.query("SELECT id, key_id FROM worker_heartbeats WHERE role = 'web'"))).rows;
  const before = await beats();
  expect(before.at(-1)).toMatchObject({ key_id: encryptionKeys[0]?.id });
  const rotated = [{ id: "next", key: Buffer.alloc(32, 7).toString("base64") }, ...encryptionKeys];
  const retired = retireKeys(
    { databaseUrl, encryptionKeys: rotated },
    { ctx: systemCtx("test"), rehash: async () => undefined, deleteRecoveryCodes: null },
  );
  await expect(retired).rejects.toThrow('These processes seal with another key than "next"');
  expect(await running.stop()).toBe(0);
  expect(await beats()).toHaveLength(before.length - 1);
});
