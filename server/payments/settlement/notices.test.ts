import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { DUE_CHANNEL } from "../../jobs/leased-rows";
import { listen } from "../../jobs/notify-listener";
import { db, notifyAfterCommit } from "../../lib/db";
import { answer, shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { attemptsOf } from "../../test/banks/statements";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { until } from "../../test/until";
import { setWebhookUrl } from "../../webhooks/endpoints/set-webhook-url";
import { readAttempt } from "../attempts/attempt-store";
import { recordSecondScreen } from "../checkout/record-opened";
import { CHECKOUT_CHANNEL } from "../requests/rules";
import { readRequest } from "../requests/store";
import { settleAtOnce } from "./settle-at-once";
import { settlePayment } from "./settle-payment";

// NOTIFY takes one lock of the whole server from before a commit until its flush has ended: with one in each transaction of
// money, payments would settle one after the other.

const story = storyOfThisFile();
afterEach(() => vi.restoreAllMocks());

const CHANGES = /UPDATE payment_(requests|attempts) SET/;
const NOTIFIES = /\bpg_notify\b|\bnotify\s/i;

/** Records the statements that are sent inside of a transaction, on any connection of this process. */
function recordStatements(): { inTransaction: string[]; outside: string[] } {
  const recorded = { inTransaction: [] as string[], outside: [] as string[] };
  const open = new WeakSet<object>();
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === "string" ? given[0] : String((given[0] as { text?: string } | undefined)?.text);
    if (/^BEGIN/i.test(text)) open.add(this);
    (open.has(this) ? recorded.inTransaction : recorded.outside).push(text);
    if (/^(COMMIT|ROLLBACK)/i.test(text)) open.delete(this);
    return send.apply(this, given);
  } as never);
  return recorded;
}

/** The functions of our schema, as triggers run them, that notify. */
const notifyingFunctions = async () =>
  (
    await query<{ name: string }>(
      "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'pg_notify|notify '",
    )
  ).rows.map(({ name }) => name);

async function hear<T>(
  channel: string,
  work: () => Promise<T>,
  isAll = (heard: readonly string[]) => heard.length > 0,
): Promise<{ done: T; heard: string[] }> {
  const heard: string[] = [];
  const listener = listen(channel, (payload) => payload !== undefined && heard.push(payload), { name: "test" });
  await listener.attempted;
  const done = await work();
  await until(() => isAll(heard));
  await listener.stop();
  return { done, heard };
}

const END = "end";
/** All notices of due rows that the work sends. */
async function hearDue(work: () => Promise<unknown>): Promise<string[]> {
  const workAndEnd = async () => {
    await work();
    notifyAfterCommit(db(), DUE_CHANNEL, END);
  };
  const { heard } = await hear(DUE_CHANNEL, workAndEnd, (all) => all.includes(END));
  return heard.filter((payload) => payload !== END);
}

async function pay(): Promise<string> {
  const { token, id } = await story.newPayment();
  await answer((await story.press(token)).data.redirect_url, "approve");
  return id;
}

it("a payment from its initiation to its end, no transaction notifies, and the workers and the page are notified", async () => {
  const recorded = recordStatements();
  const { done: id, heard } = await hear(CHECKOUT_CHANNEL, pay);
  // A statement that is a transaction of its own, too.
  const changes = [...recorded.inTransaction, ...recorded.outside].filter((text) => CHANGES.test(text));
  expect(changes.length).toBeGreaterThan(1);
  expect([...recorded.inTransaction, ...changes].filter((text) => NOTIFIES.test(text))).toEqual([]);
  expect(recorded.outside.some((text) => NOTIFIES.test(text))).toBe(true);
  expect(new Set(heard)).toEqual(new Set([id]));
  expect(await notifyingFunctions()).toEqual([]);
});

it("an attempt that is to be stopped at its bank, the workers are notified once", async () => {
  const { token, id } = await story.newPayment();
  for (const bankId of story.banks.slice(0, 2)) await story.press(token, bankId);
  const [first] = await attemptsOf(id);
  const credited = { kind: "credited", amountMinor: 2550n, currency: "EUR" } as const;
  const heard = await hearDue(() => settlePayment(first?.id ?? "", credited, { source: "recon" }));
  expect(heard).toEqual(["payment_attempts"]);
});

it("a payment that one statement completes, the workers are notified once of its webhook", async () => {
  const { token, id } = await story.newPayment();
  await story.press(token);
  const { merchantId: merchant_id } = story.tenant;
  await setWebhookUrl(ctx, { merchant_id, webhook_url: "https://shop.example.com/hook" });
  const request = await readRequest(db(), id);
  const attempt = await readAttempt(db(), request.liveAttemptId ?? "");
  const paid = { kind: "reported", isoStatus: "ACSC" } as const;
  const heard = await hearDue(async () => {
    expect(await settleAtOnce({ request, attempt }, paid, { source: "poll" })).not.toBeNull();
  });
  expect(heard).toEqual(["webhook_deliveries"]);
});

it("a second screen that opens, the first one's page is notified", async () => {
  const { id } = await story.newPayment();
  const { heard } = await hear(CHECKOUT_CHANNEL, () => recordSecondScreen(shopper, { paymentRequestId: id }));
  expect(heard).toEqual([id]);
});

it("control: a transaction and a function that notify are found", async () => {
  const recorded = recordStatements();
  await db().$transaction((tx) => tx.$executeRaw`SELECT pg_notify(${DUE_CHANNEL}, '')`);
  expect(recorded.inTransaction.filter((text) => NOTIFIES.test(text))).toHaveLength(1);
  await query("CREATE FUNCTION rings() RETURNS void LANGUAGE sql AS 'SELECT pg_notify(''a'', ''b'')'");
  expect(await notifyingFunctions()).toEqual(["rings"]);
  await query("DROP FUNCTION rings()");
});

it("a transaction that is undone sends no notice, and a committed one sends each once", async () => {
  const { heard } = await hear("test_notices", async () => {
    const undone = db().$transaction(async (tx) => {
      notifyAfterCommit(tx, "test_notices", "undone");
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await db().$transaction(async (tx) => {
      for (let n = 0; n < 3; n++) notifyAfterCommit(tx, "test_notices", "kept");
    });
  });
  expect(heard).toEqual(["kept"]);
});
