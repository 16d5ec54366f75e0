import { afterEach, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { newId } from "../../lib/ids";
import { answer, eventsOf, shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { blockTable, type TableBlock } from "../../test/block-table";
import { call } from "../../test/client";
import { query, untilLocksWait } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { startCheckout } from "../checkout/start-checkout";
import { settleByCredit } from "../settlement/settle-by-entry";
import { cancelLink } from "./cancel-link";

// A bank refuses to start a live attempt while its link is paid or cancelled: without the lock of the link, its request has
// no live attempt any more.

const story = storyOfThisFile();
const AMOUNT = 2550;
let block: TableBlock | null = null;
afterEach(async () => {
  await block?.release();
  block = null;
});

async function newLink() {
  const order = { amount: AMOUNT, currency: "EUR" };
  const { data } = await call("createPaymentLink", { order }, { token: await story.freshToken() });
  const linkToken = data.payment_link_url.split("/pay/")[1] ?? "";
  const psu = { ip: null, userAgent: null, locale: "en" };
  return {
    id: data.link_id,
    press: (bankId = story.banks[0] ?? "") => startCheckout(shopper, { linkToken, bankId, seenAmount: AMOUNT, psu }),
    cancel: () => cancelLink(ctx, { id: data.link_id, merchantId: story.tenant.merchantId }),
    requests: async () => {
      const sql = `SELECT r.id, r.status, r.status_reason AS reason, a.id AS "attemptId" FROM payment_requests r
        LEFT JOIN payment_attempts a ON a.payment_request_id = r.id WHERE payment_link_id = $1 ORDER BY r.created_at, r.id`;
      const { rows } = await query<{ id: string; status: string; reason: string | null; attemptId: string }>(sql, [
        data.link_id,
      ]);
      return rows;
    },
  };
}

/** The bank refuses the next initiation after `act`. */
function refuseAfter(act: () => Promise<unknown>): void {
  const kind = () => act().then(() => new Response(null, { status: 429 }));
  story.bank.faults.push({ method: "POST", path: /\/v1\/payments\/[^/]+$/, kind });
}

/** Blocks the transaction that updates these rows, after the update. */
async function blockUpdate(table: string, rows: string): Promise<TableBlock> {
  block = await blockTable(env().migrationUrl, table, "insert", "UPDATE", rows);
  return block;
}

async function release(): Promise<void> {
  await block?.release();
  block = null;
}

it("a link that an earlier payment pays at that moment: the released payment is cancelled too, as link_paid", async () => {
  const link = await newLink();
  const started = await link.press();
  await answer(started.kind === "redirect" ? started.url : null, "reject");
  const attemptId = (await link.requests())[0]?.attemptId ?? "";
  // In the middle of the transaction that completes the first payment: it has written the attempt, and plans its next fetch.
  const { waiting } = await blockUpdate("payment_attempts", `NEW.id = '${attemptId}' AND OLD.state = NEW.state`);
  let credited: Promise<unknown> = Promise.resolve();
  refuseAfter(async () => {
    const credit = { amountMinor: BigInt(AMOUNT), currency: "EUR", source: "recon" } as const;
    credited = underLocks(attemptId, (tx, request) => settleByCredit(tx, request, attemptId, credit));
    await waiting(1);
  });
  expect((await link.press()).kind).toBe("bank_unavailable");
  await release();
  await credited;
  const [paid, released] = await link.requests();
  expect([paid?.status, released]).toEqual([
    "completed",
    expect.objectContaining({ status: "cancelled", reason: "link_paid" }),
  ]);
  expect(await eventsOf(released?.id ?? "")).toEqual(["payment_request.cancelled"]);
});

it("a link that is cancelled at that moment: the released payment is cancelled too", async () => {
  const link = await newLink();
  expect(await link.press(newId())).toEqual({ kind: "invalid", reason: "bank_not_offered" });
  const [idle] = await link.requests();
  const setEnd = (end: string) =>
    query(`UPDATE payment_requests SET expires_at = app_now() + $2::interval WHERE id = $1`, [idle?.id, end]);
  // So that the link's next press creates another one beside it.
  await setEnd("0");
  const { waiting } = await blockUpdate("payment_requests", `NEW.id = '${idle?.id}' AND NEW.status = 'cancelled'`);
  let cancelled: Promise<unknown> = Promise.resolve();
  refuseAfter(async () => {
    await setEnd("15 minutes");
    cancelled = link.cancel();
    await waiting(1);
  });
  // Either the release is committed now, or it waits for the cancellation's lock.
  const pressed = link.press();
  await Promise.race([pressed, untilLocksWait(2)]);
  await release();
  await Promise.all([pressed, cancelled]);
  expect((await link.requests()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});
