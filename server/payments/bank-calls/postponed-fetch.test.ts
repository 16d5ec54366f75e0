import { expect, it } from "vitest";
import { db } from "../../lib/db";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { query } from "../../test/database";
import { redirectOf } from "../attempts/attempt-secrets";
import { findLastAttempt } from "../attempts/attempt-store";
import { acceptReturn } from "./accept-return";
import { attemptsDue, pollAttempt } from "./poll-attempt";

const story = storyOfThisFile();
const UNAVAILABLE = () => new Response(null, { status: 503 });

/** Polls a payment that waits for its customer, after six polls; the bank does not answer, and `during` happens in the call. */
async function pollInVain(during: (state: string) => Promise<unknown>) {
  const { token, id } = await story.newPayment();
  await story.press(token);
  await query("UPDATE payment_attempts SET polls = 6, due_at = app_now() WHERE payment_request_id = $1", [id]);
  const attempt = await findLastAttempt(db(), id);
  const lease = (await attemptsDue(10)).find((each) => each.id === attempt?.id);
  if (!attempt || !lease) throw new Error("not due");
  const inCall = () => during(redirectOf(attempt).state).then(UNAVAILABLE);
  story.bank.faults.push({ method: "GET", kind: inCall });
  await pollAttempt(lease);
  expect(story.bank.faults).toEqual([]);
  const sql = "SELECT polls, due_at < app_now() + interval '15 s' AS soon FROM payment_attempts WHERE id = $1";
  return (await query(sql, [attempt.id])).rows[0];
}

it("a poll without an answer, during which the customer returned, keeps the short pauses after a return", async () => {
  const returned = async (state: string) => {
    story.bank.faults.push({ method: "GET", kind: UNAVAILABLE() });
    await acceptReturn(shopper, { state, params: { state } });
  };
  expect(await pollInVain(returned)).toEqual({ polls: 2, soon: true });
});

it("control: without a return the pauses become longer", async () => {
  expect(await pollInVain(() => Promise.resolve())).toEqual({ polls: 7, soon: false });
});
