import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../accounts/add-account";
import { putConnection } from "../connectors/connections/put-connection";
import { testConnection } from "../connectors/connections/test-connection";
import { findProfileById } from "../connectors/profiles";
import { setClockOffset } from "../lib/clock";
import { closeDb } from "../lib/db";
import { fictitiousIban } from "../lib/money/iban";
import { createMerchant } from "../merchants/create-merchant";
import { type FakeBank, refusal, startFakeBank } from "../test/banks/fake-bank";
import { query } from "../test/database";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";

let api: ConsoleApi["platform"];
let bank: FakeBank;
let made = 0;
let offsetMs = 0;
beforeAll(async () => {
  api = (await consoleOf({ role: "owner" })).platform;
});
beforeEach(async () => {
  made += 1;
  bank = await startFakeBank({ id: `lone-${made}` });
});
afterEach(async () => {
  await bank.close();
  setClockOffset(0);
});
afterAll(() => closeDb());

/** A look-up is cached for half a second. */
function later(): void {
  offsetMs += 1_000;
  setClockOffset(offsetMs);
}

const written = (changed: object = {}, banks: string[] = []) =>
  JSON.stringify({ banks, profile: { ...bank.profile, ...changed } });

describe("a connection pasted into the Console", () => {
  it("is rejected with all errors at once and not saved", async () => {
    const { preview, faults } = await api.connections.check({ text: written({ finality: "x", version: "9" }) });
    expect(preview).toBeNull();
    expect(faults.join("\n")).toMatch(/profile[.]version[\s\S]*profile[.]finality/);
    await expect(api.connections.put({ text: "{" })).rejects.toMatchObject({ cause: { code: "VALIDATION_ERROR" } });
    expect((await api.connections.list()).some(({ id }) => id === bank.profile.id)).toBe(false);
    expect(bank.calls).toBe(0);
  });

  it("is previewed, saved disabled, and used once enabled", async () => {
    const { id } = bank.profile;
    const text = written({}, ["PT/millennium-bcp"]);
    const { preview } = await api.connections.check({ text });
    expect(preview).toMatchObject({ id, banks: ["PT/millennium-bcp"], replaces: null, servedBy: [] });
    await api.connections.put({ text });
    expect(await findProfileById(id, "test")).toBeNull();
    expect((await api.banks.list({ market: "PT", search: "millennium" })).banks[0]?.test.kind).not.toBe("connection");
    await api.connections.switch({ id, to: "enabled" });
    later();
    expect((await findProfileById(id, "test"))?.baseUrl).toBe(bank.profile.baseUrl);
    const [found] = (await api.banks.list({ market: "PT", search: "millennium" })).banks;
    expect(found).toMatchObject({ place: "PT/millennium-bcp", test: { kind: "connection", id, health: "healthy" } });
    expect(JSON.parse(await api.connections.read({ id }))).toEqual(JSON.parse(text));
    const second = await api.connections.check({ text: written({ id: "second" }, ["PT/millennium-bcp"]) });
    expect(second.preview?.servedBy).toEqual([id]);
    await api.connections.switch({ id, to: "disabled" });
    later();
    expect(await findProfileById(id, "test")).toBeNull();
  });

  it("is not saved over another person's changes since the form was opened; control: over the text that was read", async () => {
    const { id } = bank.profile;
    await api.connections.put({ text: written() });
    const opened = { id, text: await api.connections.read({ id }) };
    await api.connections.put({ text: written({ clientId: "theirs" }), opened });
    const late = api.connections.put({ text: written({ finality: "ACSP" }), opened });
    await expect(late).rejects.toThrow("Someone else changed this connection since you opened this page.");
    const current = { id, text: await api.connections.read({ id }) };
    expect(current.text).toContain("theirs");
    await api.connections.put({ text: written({ finality: "ACSP" }), opened: current });
    // A new id in the form of another connection adds a connection.
    await api.connections.put({ text: written({ id: `${id}-copy` }), opened });
  });

  it("is audited when it is changed: each changed field before and after, addresses by their host", async () => {
    const { id } = bank.profile;
    await api.connections.put({ text: written() });
    const [first] = bank.profile.hosts;
    const changed = {
      ...{ finality: "ACSP", clientId: "client-1", hosts: [...bank.profile.hosts, "second.example"] },
      security: { tls: undefined, signing: { keyId: "k2" } },
    };
    await api.connections.put({ text: written(changed, ["PT/millennium-bcp"]) });
    const sql = "SELECT before, after FROM audit_entries WHERE action = 'connection.changed' AND subject_id = $1";
    const { rows } = await query(sql, [id]);
    const { finality } = bank.profile;
    expect(rows).toEqual([
      {
        before: { banks: "", finality, clientId: null, hosts: first, "security.signing.keyId": null },
        after: {
          ...{ banks: "PT/millennium-bcp", finality: "ACSP", clientId: "client-1", hosts: `${first}, second.example` },
          "security.signing.keyId": "k2",
        },
      },
    ]);
  });

  it("can't be changed by an API token of any role, nor can accounts", async () => {
    const actor = { kind: "user", id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" } as const;
    const token = { ...operator, caller: { ...operator.caller, kind: "admin", actor } } as const;
    await expect(putConnection(token, written())).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(testConnection(token, { id: bank.profile.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { id: merchantId } = await createMerchant(operator, { brandName: "Olaria do Norte" });
    const account = { merchantId, connectionId: "riverbank", iban: fictitiousIban("EUR", "x"), currency: "EUR" };
    const adding = addAccount(token, { ...account, roles: ["receiving"], simulated: true });
    await expect(adding).rejects.toMatchObject({ code: "FORBIDDEN_CREATE" });
    // Control: the same person at the Console.
    const attended = { ...token, caller: { ...token.caller, actor: { ...actor, attended: true } } } as const;
    await expect(putConnection(attended, written())).resolves.toMatchObject({ isNew: true });
  });
});

describe("a connection test", () => {
  const fetchStatusAt = async () => {
    const { id } = bank.profile;
    await api.connections.put({ text: written() });
    const { verdict, kind, code } = await api.connections.test({ id });
    return { verdict, kind, code };
  };

  it("succeeds when the bank answers that the consent is unknown", async () => {
    bank.answer = refusal(403, "CONSENT_UNKNOWN");
    expect(await fetchStatusAt()).toMatchObject({ verdict: "accepted", code: "CONSENT_UNKNOWN" });
    expect(bank.calls).toBe(1);
  });

  it("distinguishes a bank that rejects us, one that does not respond, and an unexpected response", async () => {
    bank.answer = refusal(401, "CERTIFICATE_INVALID");
    expect(await fetchStatusAt()).toMatchObject({ verdict: "refused", kind: "auth", code: "CERTIFICATE_INVALID" });
    bank.answer = refusal(500, "INTERNAL_SERVER_ERROR");
    expect((await fetchStatusAt()).verdict).toBe("no-response");
    bank.answer = (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
    expect((await fetchStatusAt()).verdict).not.toBe("accepted");
    await bank.close();
    expect(await fetchStatusAt()).toMatchObject({ verdict: "no-response", kind: "unavailable" });
  });

  it("that fails on this server, before the bank is called, is reported as such", async () => {
    await api.connections.put({ text: written() });
    const { id } = bank.profile;
    // A connector without its configuration throws; key files that are gone are found by the guard.
    await query(`UPDATE bank_profiles SET profile = profile || '{"connector":"ob-uk","version":"3.1"}' WHERE id = $1`, [
      id,
    ]);
    expect(await api.connections.test({ id })).toMatchObject({
      verdict: "not-called",
      detail: "The connector failed.",
    });
    const security = { tls: { certFile: "/no/such.crt", keyFile: "/no/such.key" } };
    await query("UPDATE bank_profiles SET profile = profile || $2 WHERE id = $1", [id, JSON.stringify({ security })]);
    expect(await api.connections.test({ id })).toMatchObject({ verdict: "not-called" });
    expect(bank.calls).toBe(0);
  });

  it("of a registration for payments only reports the missing role, and leaves the circuit closed", async () => {
    bank.answer = refusal(401, "ROLE_INVALID");
    expect(await fetchStatusAt()).toEqual({ verdict: "no-account-role", kind: "auth", code: "ROLE_INVALID" });
    expect(await api.connections.get({ id: bank.profile.id })).toMatchObject({ health: "healthy" });
  });

  it("is audited with its result and without secrets", async () => {
    bank.answer = refusal(403, "CONSENT_UNKNOWN");
    await fetchStatusAt();
    const sql = "SELECT detail FROM audit_entries WHERE action = 'connection.tested' AND subject_id = $1";
    const { rows } = await query(sql, [bank.profile.id]);
    expect(rows).toEqual([{ detail: { verdict: "accepted", kind: expect.any(String), code: "CONSENT_UNKNOWN" } }]);
  });
});
