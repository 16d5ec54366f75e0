import { beforeAll, beforeEach, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { publicKeySet } from "../../server/connectors/keys/signing-key";
import { notificationKeyOf } from "../../server/payments/attempts/attempt-secrets";
import { attemptsDue } from "../../server/payments/bank-calls/poll-attempt";
import { paymentStories, type Story, workDone } from "../../server/test/banks/payment-stories";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { approveAtBank, comeBack } from "../../server/test/banks/uk-stories";
import { moveClock, query } from "../../server/test/database";
import { POST } from "./[target]/route";

const BATCH = 50;
const DOOR = "/bank-notifications/ob-uk";

// The bank is served by the product's origin, as in the demo, and finds our keys and our notification endpoint there.
const bank = simbankOfThisFile(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/tpp/jwks.json") return Response.json(await publicKeySet());
  if (pathname !== DOOR) return new Response(null, { status: 404 });
  const token = await request.text();
  told.push(token);
  return notify(token);
});
let story: Story;
let bankId: string | undefined;
/** The event notification tokens that the bank has sent. */
let told: string[];

beforeAll(async () => {
  story = await paymentStories(bank);
  bankId = (await listBanks({}, { currency: "GBP" })).find(({ displayName }) => displayName === "Monzo")?.id;
});
beforeEach(() => {
  told = [];
});

function notify(body: string, target = "ob-uk"): Promise<Response> {
  const headers = { "content-type": "application/jwt" };
  const request = new Request(`${bank.baseUrl}/bank-notifications/${target}`, { method: "POST", body, headers });
  return POST(request, { params: Promise.resolve({ target }) });
}

/** A submitted payment, not due for a status fetch for an hour. */
async function submitted(word: string): Promise<{ id: string; attemptId: string }> {
  const { token, id } = await story.newPayment({ currency: "GBP", payment_reference: `Set ${word}` });
  const { data } = await story.press(token, bankId);
  await comeBack(await approveAtBank(data.redirect_url));
  const later = `UPDATE payment_attempts SET due_at = app_now() + interval '1 hour', hinted_at = NULL, lease_until = NULL
    WHERE payment_request_id = $1 RETURNING id`;
  const { rows } = await query<{ id: string }>(later, [id]);
  return { id, attemptId: rows[0]?.id ?? "" };
}
const kept = async (attemptId: string) => {
  const sql = "SELECT verified, times FROM bank_notifications WHERE attempt_id = $1";
  return (await query(sql, [attemptId])).rows;
};
const dueIds = async () => (await attemptsDue(BATCH)).map(({ id }) => id);

test("a token signed by the bank causes an early status fetch, and the fetched status counts", async () => {
  const { id, attemptId } = await submitted("SIM-PUSH");
  const [token = ""] = told;
  // The first token is sent before we have stored the payment id, so it matches nothing and has no effect.
  expect([told.length, await kept(attemptId), await story.statusOf(id)]).toEqual([1, [], "pending"]);
  await moveClock("10 seconds");
  expect(await dueIds()).not.toContain(attemptId);
  expect([(await notify(token)).status, await kept(attemptId)]).toEqual([202, [{ verified: true, times: 1 }]]);
  await workDone();
  expect(await story.statusOf(id)).toBe("completed");
});

test("a forged token, or one for another payment, has no effect", async () => {
  const { id, attemptId } = await submitted("SIM-FORGED");
  const [forged = ""] = told;
  await submitted("SIM-PUSH");
  const [, genuine = ""] = told;
  const [header, , signature] = genuine.split(".");
  const mixed = [header, forged.split(".")[1], signature].join(".");
  await moveClock("10 seconds");
  for (const token of [forged, mixed, genuine]) expect((await notify(token)).status).toBe(202);
  expect([await kept(attemptId), await dueIds()]).toEqual([[], expect.not.arrayContaining([attemptId])]);
  expect(await story.statusOf(id)).toBe("pending");
});

test("a token signed by the bank about another payment, at a payment's own address, is stored as not verified", async () => {
  const { attemptId } = await submitted("SIM-PUSH");
  const [genuine = ""] = told;
  const { attemptId: other } = await submitted("another");
  for (const id of [attemptId, other]) expect((await notify(genuine, notificationKeyOf(id))).status).toBe(202);
  expect([await kept(attemptId), await kept(other)]).toEqual([
    [{ verified: true, times: 1 }],
    [{ verified: false, times: 1 }],
  ]);
});
