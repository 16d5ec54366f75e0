import { beforeAll, describe, expect, it } from "vitest";
import { findBank } from "../../banks/find-bank";
import { listBanks } from "../../banks/list-banks";
import { findProfile } from "../../connectors/profiles";
import { simulatedProfile } from "../../connectors/simulated-profile";
import { db } from "../../lib/db";
import { debitsOf, eventsOf, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { answerAtBank } from "../../test/banks/simbank";
import { moveClock, query } from "../../test/database";
import { until } from "../../test/until";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { REPEAT_INITIATION_FOR_S } from "../requests/rules";
import { readRequest } from "../requests/store";
import { commitAttempt, prepareAttempt } from "./begin-attempt";
import { recordCall } from "./record-call";

// At a bank that may ask the customer in its own app, a lost answer does not end the attempt.

const story = storyOfThisFile();
/** Decoupled, with idempotency keys. */
let bankId: string;
let plainBankId: string;
beforeAll(async () => {
  const banks = await listBanks({}, { currency: "EUR" });
  bankId = banks.find(({ displayName }) => /knab/i.test(displayName))?.id ?? "";
  plainBankId = story.banks[0] ?? "";
});

const INITIATIONS = /\/v1\/payments\/[^/]+$/;
const TURNED_AWAY = () => ({ method: "POST", path: INITIATIONS, kind: new Response(null, { status: 429 }) }) as const;
const lostTwice = () => {
  for (let time = 0; time < 2; time += 1) story.bank.faults.push({ method: "POST", path: INITIATIONS, kind: "lost" });
};
const stateOf = async (id: string) => {
  const sql = "SELECT state FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at DESC LIMIT 1";
  return (await query(sql, [id])).rows[0]?.state as string;
};
const exceptionsOf = async (id: string) => {
  const sql = "SELECT kind FROM payment_exceptions WHERE payment_request_id = $1 ORDER BY at, id";
  return (await query(sql, [id])).rows.map(({ kind }) => kind as string);
};

async function unknownAtBank(reference: string) {
  const { token, id } = await story.newPayment({ payment_reference: reference });
  lostTwice();
  const reply = await story.press(token, bankId);
  return { token, id, reply };
}

/** A process dies while it sends the initiation: the call is recorded, and its outcome is unknown. */
async function diedWhileSending(): Promise<string> {
  const { id } = await story.newPayment();
  const bank = await findBank({}, bankId);
  if (!bank) throw new Error("no bank");
  const choice = { bank, scheme: null, psu: { ip: null, userAgent: null } };
  const { attempt, ...rest } = await prepareAttempt(shopper, await readRequest(db(), id), choice);
  await commitAttempt({ attempt, ...rest });
  const { id: attemptId, idempotencyKey: key } = attempt;
  await recordCall({ attemptId, operation: "initiate", key }, { request: "order", timeoutMs: 1 });
  return id;
}

it("a payment that waits in the bank's app, which brings no return, is fetched sooner than one at a bank's page", async () => {
  const sql = "SELECT due_at < app_now() + interval '15 s' AS soon FROM payment_attempts WHERE payment_request_id = $1";
  const planAt = async (bank: string) => {
    const { token, id } = await story.newPayment();
    const { data } = await story.press(token, bank);
    return { isRedirected: data.redirect_url !== null, soon: (await query(sql, [id])).rows[0]?.soon };
  };
  expect(await planAt(bankId)).toEqual({ isRedirected: false, soon: true });
  expect(await planAt(plainBankId)).toEqual({ isRedirected: true, soon: false });
});

describe("an initiation with a lost answer at a bank that may ask in its own app", () => {
  it("returns 200 without a URL, counts as initiated, and allows no other bank", async () => {
    const { token, id, reply } = await unknownAtBank("Unknown once");
    expect([reply.status, reply.data.redirect_url]).toEqual([200, null]);
    expect([await stateOf(id), await story.statusOf(id)]).toEqual(["INIT_UNKNOWN", "pending"]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending"]);
    expect((await story.press(token, plainBankId)).error.code).toBe("PAYMENT_ALREADY_INITIATED");
    expect((await story.press(token, bankId)).text).toBe(reply.text);
    await moveClock("14 minutes");
    expect(await story.statusOf(id)).toBe("pending");
  });

  it("is retried with the same key and bytes: one payment, which the customer approves in the app", async () => {
    const { id } = await unknownAtBank("Unknown, then known");
    await moveClock("1 minute");
    await workDone();
    expect(await stateOf(id)).toBe("AWAITING_AUTH");
    const { rows } = await query(
      "SELECT id, bank, authorisation_id FROM sim_payments WHERE remittance = 'Unknown, then known'",
    );
    expect(rows.length).toBe(1);
    const page = `${story.bank.baseUrl}/simbank/${rows[0].bank}/approve/${rows[0].authorisation_id}`;
    await answerAtBank(page, "approve");
    await moveClock("10 minutes");
    await workDone();
    expect([await story.statusOf(id), await debitsOf("Unknown, then known")]).toEqual(["completed", 1]);
  });

  it("carries out a cancellation once the bank is known to have it", async () => {
    const { token, id } = await unknownAtBank("Unknown, then unwanted");
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("cancelled");
  });

  it("is not sent again when the key may be forgotten: it stays pending, and is an exception after three days", async () => {
    const { id } = await unknownAtBank("Unknown for long");
    await moveClock(`${REPEAT_INITIATION_FOR_S + 1} seconds`);
    const before = story.paymentsAtBank();
    await workDone();
    expect([await stateOf(id), story.paymentsAtBank() - before]).toEqual(["INIT_UNKNOWN", 0]);
    await moveClock("72 hours");
    await workDone();
    const { status, status_reason: reason } = await story.getStatus(id);
    expect([status, reason, await exceptionsOf(id)]).toEqual(["pending", "unresolved", ["unresolved"]]);
  });
  it("stays unknown when its retry is refused: the app may still ask for the first", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Lost, then turned away" });
    story.bank.faults.push({ method: "POST", path: INITIATIONS, kind: "lost" }, TURNED_AWAY());
    const reply = await story.press(token, bankId);
    expect([reply.status, await stateOf(id)]).toEqual([200, "INIT_UNKNOWN"]);
    expect((await story.press(token, plainBankId)).error.code).toBe("PAYMENT_ALREADY_INITIATED");
    await moveClock("1 minute");
    await workDone();
    expect(await stateOf(id)).toBe("AWAITING_AUTH");
  });

  it("stays unknown when recovery's retry is refused", async () => {
    const id = await diedWhileSending();
    story.bank.faults.push(TURNED_AWAY());
    await moveClock("1 minute");
    await workDone();
    expect([await stateOf(id), await story.statusOf(id)]).toEqual(["INIT_UNKNOWN", "pending"]);
    await moveClock("5 minutes");
    await workDone();
    expect(await stateOf(id)).toBe("AWAITING_AUTH");
  });

  it("is not sent by a recovery after the key may be forgotten", async () => {
    const id = await diedWhileSending();
    const before = story.paymentsAtBank();
    await moveClock(`${REPEAT_INITIATION_FOR_S + 1} seconds`);
    await workDone();
    expect([await stateOf(id), story.paymentsAtBank() - before]).toEqual(["INIT_UNKNOWN", 0]);
  });
});

describe("an initiation with a lost answer at a bank that the customer has to visit", () => {
  it("is 502, leaves the request as it was, and another bank can be chosen", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Lost, no address" });
    lostTwice();
    const reply = await story.press(token, plainBankId);
    expect([reply.status, reply.error.code]).toEqual([502, "BANK_UNAVAILABLE"]);
    expect([await stateOf(id), await story.statusOf(id), await eventsOf(id)]).toEqual(["FAILED", "pending", []]);
    expect((await story.press(token, story.banks[1])).status).toBe(200);
  });
});

describe("a process that died before a bank's answer, where a retry could ask the customer twice", () => {
  it("sends nothing again: the payment stays unknown, and pending", async () => {
    const profile = { ...simulatedProfile({ slug: "knab", schemes: ["SEPA_CREDIT_TRANSFER"] }), idempotency: "none" };
    const sql = `INSERT INTO bank_profiles (id, environment, bank_ids, profile, enabled, first_enabled_at)
      VALUES ('knab-sandbox', 'test', ARRAY[$1::uuid], $2, true, app_now())`;
    const row = [bankId, JSON.stringify({ ...profile, id: "knab-sandbox" })];
    await query(sql, row);
    const { id } = await story.newPayment();
    const bank = await findBank({}, bankId);
    if (!bank) throw new Error("no bank");
    await until(async () => (await findProfile(bank, "test"))?.id === "knab-sandbox");
    const choice = { bank, scheme: null, psu: { ip: null, userAgent: null } };
    await commitAttempt(await prepareAttempt(shopper, await readRequest(db(), id), choice));
    const before = story.paymentsAtBank();
    for (const pause of ["1 minute", "5 minutes", "20 minutes"]) {
      await moveClock(pause);
      await workDone();
    }
    expect([story.paymentsAtBank() - before, await stateOf(id)]).toEqual([0, "INIT_UNKNOWN"]);
    expect([await story.statusOf(id), await eventsOf(id)]).toEqual(["pending", ["payment_request.pending"]]);
  });
});
