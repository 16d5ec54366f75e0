import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../../accounts/add-account";
import { listBanks } from "../../banks/list-banks";
import { setConnectionEnabled } from "../../connectors/connections/enable-connection";
import { putConnection } from "../../connectors/connections/put-connection";
import { listUnavailableBanks } from "../../connectors/guard/list-unavailable-banks";
import { type Authority, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, setDemo } from "../../test/banks/connections";
import { answer, debitsOf, paymentStories, type Story, workDone } from "../../test/banks/payment-stories";
import { startSimbank, type TestSimbank } from "../../test/banks/simbank";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { type LiveDoor, startLiveDoor } from "../../test/processes/live-door";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { temporaryFolder } from "../../test/temporary-folder";

const present = hasOpenssl();
if (!present) console.warn("Left out: live payments by mutual TLS, because the openssl command is not there.");

/** A look-up is cached for half a second. */
const BELIEVED = "1 second";
const BANK = "millennium-bcp";

const folder = temporaryFolder("live");
let authority: Authority;
let stranger: Authority;
let bank: TestSimbank;
let door: LiveDoor;
let story: Story;
let bankIds: Record<string, string>;

/** A live connection to a bank behind mutual TLS. The simulated bank takes the place of a real one. */
function connectionBy(ours: Authority): string {
  const written = liveConnection(path.join(folder, ours === authority ? "ours" : "others"), ours.issue("PSP"), {
    baseUrl: `${door.origin}/simbank/${BANK}/xs2a`,
    hosts: [new URL(door.origin).host],
  });
  const caFile = path.join(folder, "ca.crt");
  writeFileSync(caFile, authority.cert);
  const tls = { ...written.profile.security.tls, caFile };
  return JSON.stringify({ ...written, profile: { ...written.profile, security: { tls } } });
}

beforeAll(async () => {
  if (!present) return;
  authority = newAuthority("Bank CA");
  stranger = newAuthority("Stranger CA");
  door = await startLiveDoor(authority, () => bank.baseUrl);
  bank = await startSimbank();
  story = await paymentStories(bank);
  setDemo(false);
  await putConnection(ctx, connectionBy(authority));
  await setConnectionEnabled(ctx, { id: BANK, to: "enabled" });
  await addAccount(ctx, {
    merchantId: story.tenant.merchantId,
    connectionId: BANK,
    iban: "PT50000201231234567890154",
    currency: "EUR",
    roles: ["receiving"],
    simulated: false,
  });
  const banks = await listBanks({}, { currency: "EUR" });
  bankIds = Object.fromEntries(banks.filter(({ market }) => market === "PT").map(({ slug, id }) => [slug, id]));
});
afterAll(async () => {
  await bank?.close();
  await door?.close();
  authority?.close();
  stranger?.close();
});
let begun = 0;
beforeEach(async () => {
  // Later than any test before, so that their cached look-ups have expired.
  begun += 1;
  if (present) await moveClock(`${begun * 2} minutes`);
});

const live = (payment_reference: string) => story.newPayment({ payment_reference, test_transaction: undefined });
const press = (token: string, slug = BANK) => story.press(token, bankIds[slug]);
/** The customer's browser would trust the bank's authority; here it uses the bank's address without TLS. */
const byPlainDoor = (url: string | null) => String(url).replace(door.origin, bank.baseUrl);
const later = async () => {
  await moveClock("10 seconds");
  await workDone();
};

describe.runIf(present)("a live payment", () => {
  it("is started by mutual TLS, approved and completed", async () => {
    const { token, id } = await live("Live 1");
    const reply = await press(token);
    expect([reply.status, reply.data.redirect_url]).toEqual([200, expect.stringMatching(/^https:/)]);
    expect(new Set(door.visits.map(({ name }) => name))).toEqual(new Set(["PSP"]));
    await answer(byPlainDoor(reply.data.redirect_url), "approve");
    await later();
    expect(await story.getStatus(id)).toMatchObject({ status: "completed" });
    expect(await debitsOf("Live 1")).toBe(1);
  });

  it("of a suspended merchant is refused at its creation too, with the operator to ask: 403 FORBIDDEN_CREATE", async () => {
    const { merchantId, token } = await newTenant();
    await query("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [merchantId]);
    const body = { order: { amount: 2550, currency: "EUR" } };
    for (const operation of ["createPaymentRequest", "createPaymentLink"] as const) {
      const { status, error } = await call(operation, body, { token });
      expect([status, error.code, error.message]).toEqual([
        403,
        "FORBIDDEN_CREATE",
        "This merchant cannot receive live payments at present. Ask the operator of this service.",
      ]);
    }
  });

  it("needs a live connection of its bank: 400 on bankId", async () => {
    const { token } = await live("Live 2");
    const before = bank.exchanges.length;
    const reply = await press(token, "bpi");
    expect([reply.status, reply.error.metadata]).toEqual([
      400,
      { errors: [expect.objectContaining({ field: "bankId" })] },
    ]);
    expect(bank.exchanges.length).toBe(before);
  });

  it("is polled to its end over a disabled connection", async () => {
    const { token, id } = await live("Live 3");
    const { data } = await press(token);
    await setConnectionEnabled(ctx, { id: BANK, to: "disabled" });
    await moveClock(BELIEVED);
    const { token: next } = await live("Live 4");
    expect((await press(next)).status).toBe(400);
    await answer(byPlainDoor(data.redirect_url), "approve");
    await later();
    expect(await story.statusOf(id)).toBe("completed");
    await setConnectionEnabled(ctx, { id: BANK, to: "enabled" });
  });
});

describe.runIf(present)("a test payment", () => {
  it("at a bank with a live connection never uses it", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Test 1" });
    const visits = door.visits.length;
    const reply = await press(token);
    expect(door.visits.length).toBe(visits);
    expect([reply.status, reply.data.redirect_url]).toEqual([200, expect.stringContaining(bank.baseUrl)]);
    await answer(reply.data.redirect_url, "approve");
    await later();
    expect(await story.statusOf(id)).toBe("completed");
    const order = bank.exchanges.findLast(({ method, path: at }) => method === "POST" && at.includes("/v1/payments/"));
    const { paymentId } = JSON.parse(order?.responseBody ?? "{}");
    expect(bank.exchanges.filter(({ path: at }) => at.includes(paymentId)).length).toBeGreaterThan(0);
    expect(door.visits.filter(({ path: at }) => at.includes(paymentId))).toEqual([]);
  });
});

describe.runIf(present)("a live bank that refuses our certificate", () => {
  it("starts nothing: 502, and after two minutes of one merchant's failures no call is made", async () => {
    await putConnection(ctx, connectionBy(stranger));
    await moveClock(BELIEVED);
    const visits = door.visits.length;
    for (let tries = 0; tries < 6; tries += 1) {
      if (tries === 5) await moveClock("2 minutes");
      expect(await listUnavailableBanks("live")).toEqual([]);
      const { token } = await live(`Live 5.${tries}`);
      const reply = await press(token);
      expect([reply.status, reply.error.code]).toEqual([502, "BANK_UNAVAILABLE"]);
    }
    expect(await listUnavailableBanks("live")).toMatchObject([{ profileId: BANK, bankIds: [bankIds[BANK]] }]);
    const { token } = await live("Live 6");
    expect((await press(token)).error.code).toBe("BANK_UNAVAILABLE");
    expect(door.visits.length).toBe(visits);
    // The operator installs the right one: the bank is called at once.
    await putConnection(ctx, connectionBy(authority));
    await moveClock(BELIEVED);
    expect((await press(token)).status).toBe(200);
    expect(door.visits.length).toBeGreaterThan(visits);
  });
});
