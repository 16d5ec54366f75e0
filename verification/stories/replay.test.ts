import { beforeAll, describe, expect, it } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { acceptReturn } from "../../server/payments/bank-calls/accept-return";
import { cancelCheckout } from "../../server/payments/checkout/cancel-checkout";
import { eventsOf, shopper, storyOfThisFile, workDone } from "../../server/test/banks/payment-stories";
import { answerAtBank } from "../../server/test/banks/simbank";
import { approveAtBank, comeBack } from "../../server/test/banks/uk-stories";
import { moveClock, query, resetClock } from "../../server/test/database";
import { SEED } from "../../server/test/rows/seed";
import { sizeOf } from "../depth";
import { judge } from "../judge";
import { LIMIT_FACTOR } from "../limits";
import { type CalmAct, LOST_ANSWERS, runCalmStory } from "./calm";
import type { Bank } from "./world";

// The same seeds run by the product, on PostgreSQL and the simulated bank over HTTP: the model's end of a story equals what
// the merchant and the bank's books show.

const STORIES = Number(process.env["REPLAYED_STORIES"] ?? sizeOf("stories replayed by the product"));
const FIRST_SEED = Number(process.env["STORY_SEED"] ?? (SEED - 1) * STORIES + 1);
const A_STORY_MS = 20_000;

const PLAIN: Omit<Bank, "name"> = {
  moneyMovesOn: "psu-sca",
  finality: "ACSC",
  decoupled: false,
  idempotency: "x-request-id",
  cancel: true,
  isStrict: true,
  isHostile: false,
};
const BRITISH = { ...PLAIN, moneyMovesOn: "our-submit", cancel: false } as const;
/** As in `prisma/simulated-banks.json`. */
const EUROS = [
  { ...PLAIN, name: "ActivoBank" },
  { ...PLAIN, name: "Oberbank", cancel: false },
  { ...PLAIN, name: "Knab", decoupled: true },
] as const;
const POUNDS = [
  { ...BRITISH, name: "Monzo" },
  { ...BRITISH, name: "TSB" },
] as const;

const story = storyOfThisFile();
const ids = new Map<string, string>();
beforeAll(async () => {
  for (const currency of ["EUR", "GBP"]) {
    for (const { displayName, id } of await listBanks({}, { currency })) ids.set(displayName, id);
  }
});

const INITIATIONS = /\/v1\/payments\/[^/]+$|\/domestic-payment-consents$/;

type Played = { token: string; reference: string; addresses: Set<string>; last: (() => Promise<unknown>) | null };

async function play(banks: readonly Bank[], act: CalmAct, played: Played): Promise<void> {
  switch (act.kind) {
    case "press": {
      const reply = await story.press(played.token, ids.get(banks[act.bank]?.name ?? ""));
      const url = reply.status === 200 ? reply.data.redirect_url : null;
      if (url) played.addresses.add(url);
      return;
    }
    case "lose":
      for (let time = 0; time < LOST_ANSWERS; time += 1) {
        story.bank.faults.push({ method: "POST", path: INITIATIONS, kind: "lost" });
      }
      return;
    case "answer":
      return answer(act, played);
    case "return":
      await played.last?.();
      return;
    case "cancel":
      await cancelCheckout(shopper, { paymentToken: played.token });
      return;
    case "pass":
      await moveClock(`${act.minutes} minutes`);
      return workDone();
  }
}

async function answer(act: Extract<CalmAct, { kind: "answer" }>, played: Played): Promise<void> {
  const how = act.isYes ? "approve" : "reject";
  if (act.address === null) {
    await answerAtBank(await pageInApp(played.reference), how);
    return;
  }
  const url = [...played.addresses][act.address] ?? "";
  const last = url.includes("/authorize") ? await answerUk(url, how) : await answerPlain(url, how);
  if (!act.back) return;
  played.last = last;
  await last();
}

async function answerUk(url: string, how: "approve" | "reject") {
  const params = await approveAtBank(url, how);
  return () => comeBack(params);
}

async function answerPlain(url: string, how: "approve" | "reject") {
  const back = await answerAtBank(url, how);
  const params = Object.fromEntries(new URL(back.headers.get("location") ?? "").searchParams);
  return () => acceptReturn(shopper, { state: params["state"] ?? "", params });
}

/** Where a decoupled bank's customer finds the newest order of a reference. */
async function pageInApp(reference: string): Promise<string> {
  const sql = "SELECT bank, authorisation_id FROM sim_payments WHERE remittance = $1 ORDER BY created_at DESC LIMIT 1";
  const { rows } = await query(sql, [reference]);
  return `${story.bank.baseUrl}/simbank/${rows[0]?.bank}/approve/${rows[0]?.authorisation_id}`;
}

describe.each([
  { currency: "EUR", banks: EUROS },
  { currency: "GBP", banks: POUNDS },
])("generated stories in $currency, run by the product", ({ currency, banks }) => {
  it(`end as in the model, ${STORIES / 2} of them`, { timeout: STORIES * A_STORY_MS * LIMIT_FACTOR }, async () => {
    const ends = new Set<string>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + STORIES / 2; seed += 1) {
      const { acts, end } = runCalmStory(seed, banks);
      const reference = `Story ${currency} ${seed}`;
      const { token, id } = await story.newPayment({ currency, payment_reference: reference });
      const played: Played = { token, reference, addresses: new Set(), last: null };
      story.bank.faults.length = 0;
      for (const act of acts) await play(banks, act, played);
      const verdict = await judge(await story.getStatus(id), { paymentId: id, reference });
      const found = { ...verdict, events: await eventsOf(id) };
      expect({ seed, acts, ...found }).toEqual({ seed, acts, ...end, wrongs: [] });
      ends.add(end.status);
      await resetClock();
    }
    if (STORIES >= 100) expect([...ends].sort()).toEqual(expect.arrayContaining(["cancelled", "completed", "failed"]));
  });
});
