import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listBanks } from "../../server/banks/list-banks";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { isAppError } from "../../server/lib/errors";
import { cancelPayment } from "../../server/payments/bank-calls/cancel-payment";
import { initiatePayment } from "../../server/payments/bank-calls/initiate-payment";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { answer, shopper, workDone } from "../../server/test/banks/payment-stories";
import { query } from "../../server/test/database";
import { numbersOf } from "../random";
import { judge, type Verdict } from "./judge";
import { createPayments, type KillsPlan, orderOf, planKills } from "./kills-plan";
import { type Fleet, startFleet } from "./processes/fleet";
import { NAIVE } from "./processes/naive";
import { type Receivers, startReceivers } from "./processes/receiver";
import { standing } from "./rows";
import { clearDeliveries, ctx, renewSecret } from "./shops";
import { until } from "./wait";

export type KillsOptions = {
  payments: number;
  workers: number;
  /** The maximum number of kills. */
  kills: number;
  /** The least time between two kills while deliveries are under way. */
  killEveryMs: number;
  seed: number;
  /**
   * The negative control: workers that write the outcome before the call. Its receivers never fail, so that only kills
   * lose calls.
   */
  naive?: boolean;
  /** Called with the recorded data before it is deleted: for negative controls of the judge. */
  alsoJudge?: (plan: KillsPlan, file: string) => Promise<void>;
};

export type KillsReport = Verdict & { kills: number; rotations: number };

const WITHIN_MS = 60 * 60_000;
const LOOK_EVERY_MS = 100;
const FAULTS = { share: 0.15, mostOfOne: 3, hanging: 0.05, hangMs: 3_000 };
const SETTLED_AT_ONCE = 4;
const PENDING = "SELECT count(*)::int AS count FROM payment_requests WHERE status = 'pending'";
const NEXT = `SELECT ceil(extract(epoch FROM min(due_at) - app_now()))::int AS seconds
  FROM webhook_deliveries WHERE status = 'waiting'`;

/**
 * Payments end by expiry, by a cancellation or at the simulated bank, while workers are killed and replaced, secrets
 * are renewed, and receivers fail now and then. At the first kill there are calls in flight without an answer. Call
 * `startSimbank` before. Reports the judge's findings when nothing is open any more.
 */
export async function drillKills(options: KillsOptions): Promise<KillsReport> {
  const { payments, workers, seed, naive = false } = options;
  await syncCatalogue();
  await clearDeliveries();
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-kills-"));
  const file = path.join(folder, "calls.jsonl");
  const receivers = await startReceivers();
  try {
    const plan = await planKills(receivers, payments);
    const holds = [plan.endpoints[0]?.key ?? ""];
    await receivers.plan({ file, holds, faults: naive ? null : FAULTS }, seed);
    const toCancel = await createPayments(plan);
    const fleet = await startFleet({ count: workers, ...(naive ? { ...NAIVE, env: { NAIVE_MARKS: "before" } } : {}) });
    const run = { plan, fleet, receivers, random: numbersOf(seed), options };
    const counts = { kills: 0, rotations: 0 };
    try {
      await fleet.pass("2 hours");
      // The control only delivers: its payments end here, and no bank is called.
      const ended = Promise.all([cancelAll(toCancel), naive ? workDone() : settleAll(plan)]);
      const disturbed = disturb(run, counts, ended);
      await Promise.all([ended, disturbed]);
    } finally {
      await fleet.stop();
    }
    await receivers.tally(); // Writes the recorded calls.
    const verdict = await judge(plan, file);
    await options.alsoJudge?.(plan, file);
    return { ...verdict, ...counts };
  } finally {
    await receivers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = { plan: KillsPlan; fleet: Fleet; receivers: Receivers; random: () => number; options: KillsOptions };

/** Kills workers and renews secrets until every payment has ended; moves the clock when only time is missing. */
async function disturb(run: Run, counts: { kills: number; rotations: number }, ended: Promise<unknown>): Promise<void> {
  const { plan, fleet, receivers, random, options } = run;
  let areEnded = false;
  ended.then(() => (areEnded = true)).catch(() => (areEnded = true));
  await until("calls hang", WITHIN_MS, async () => (await receivers.tally()).held > 0);
  await fleet.killOne(random);
  counts.kills += 1;
  await receivers.letGo();
  let killed = performance.now();
  for (const deadline = Date.now() + WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    const { open, due, inHand } = await standing();
    if (areEnded && open === 0 && (await countPending()) === 0) return;
    if (Date.now() > deadline) throw new Error(`The drill waits in vain: ${open} deliveries are open.`);
    const mayKill = counts.kills < options.kills && performance.now() - killed > options.killEveryMs;
    let isUnderWay = due + inHand > 0;
    if (areEnded && open > 0 && !isUnderWay) {
      await fleet.pass(`${await secondsToNext()} seconds`);
      // Jobs that this made due may be done before the next check.
      isUnderWay = true;
    }
    if (mayKill && isUnderWay) {
      const rotated = plan.rotated[Math.floor(random() * plan.rotated.length)];
      if (rotated) await renewSecret(rotated, counts.rotations % 2 === 0 ? "at once" : "prepared");
      counts.rotations += 1;
      await fleet.killOne(random);
      counts.kills += 1;
      killed = performance.now();
    }
  }
}

async function secondsToNext(): Promise<number> {
  const { rows } = await query<{ seconds: number | null }>(NEXT);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

async function countPending(): Promise<number> {
  const { rows } = await query<{ count: number }>(PENDING);
  return rows[0]?.count ?? 0;
}

async function cancelAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await cancelPayment(id);
}

/** Pays payments at a simulated bank, a few at once. */
async function settleAll({ groups }: KillsPlan): Promise<void> {
  const banks = await listBanks({}, { currency: "EUR" });
  const bankId = banks.find(({ market }) => market === "PT")?.id ?? "";
  const index = groups.findIndex(({ end }) => end === "settled");
  const group = groups[index];
  if (!group) return;
  let left = group.count;
  const settle = async () => {
    for (let number = left--; number > 0; number = left--) {
      const order = {
        ...{ amount: 2550, currency: "EUR", test_transaction: true },
        order_id: `${orderOf(index)}${number}`,
      };
      const created = await createPaymentRequest(ctx, { order, merchant_id: group.merchantId });
      await answer(await addressOf({ paymentToken: created.payment_token, bankId, scheme: null, psu: PSU }), "approve");
    }
  };
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, settle));
}

/** The bank's page. An initiation without one, because the bank timed out, is repeated. */
async function addressOf(initiation: Parameters<typeof initiatePayment>[1]): Promise<string> {
  let address: string | null = null;
  await until("a bank's page", WITHIN_MS, async () => {
    address = (await initiatePayment(shopper, initiation).catch(nullForBusy))?.redirectUrl ?? null;
    return address !== null;
  });
  return address ?? "";
}

function nullForBusy(error: unknown): null {
  if (isAppError(error) && BUSY.includes(error.code)) return null;
  throw error;
}

const BUSY: readonly string[] = ["BANK_UNAVAILABLE", "SERVICE_UNAVAILABLE"];
const PSU = { ip: shopper.ip, userAgent: "drill" };
