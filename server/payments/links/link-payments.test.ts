import { beforeAll, describe, expect, it, vi } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { listBanks } from "../../banks/list-banks";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { MAX_ATTEMPTS } from "../../lib/bounds";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { answer, debitsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { answerAtBank, simbankOfThisFile } from "../../test/banks/simbank";
import { underLocks } from "../../test/banks/statements";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newTenant, type Tenant } from "../../test/rows/fixtures";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { getLinkCheckout } from "../checkout/get-link-checkout";
import { startCheckout } from "../checkout/start-checkout";
import { settleByCredit } from "../settlement/settle-by-entry";

const AMOUNT = 2550;
const ROUNDS = sizeOf("rounds of a race");
const RACE_MS = (30_000 + ROUNDS * 5_000) * LIMIT_FACTOR;

simbankOfThisFile();
let bankId: string;
let otherBankId: string;

beforeAll(async () => {
  await syncCatalogue();
  const banks = await listBanks({}, { currency: "EUR" });
  [bankId, otherBankId] = [banks[0]?.id ?? "", banks[1]?.id ?? ""];
});

async function newLink(changed: object = {}, tenant?: Tenant): Promise<{ id: string; token: string }> {
  const { token } = tenant ?? (await newTenant());
  const { data } = await call(
    "createPaymentLink",
    { order: { amount: AMOUNT, currency: "EUR", ...changed } },
    { token },
  );
  return { id: data.link_id, token: data.payment_link_url.split("/pay/")[1] ?? "" };
}

const press = (linkToken: string, chosen = bankId, seenAmount = AMOUNT) =>
  startCheckout(shopper, { linkToken, bankId: chosen, seenAmount, psu: { ip: null, userAgent: null, locale: "en" } });

async function approve(url: string): Promise<void> {
  await answer(url, "approve");
  await moveClock("5 seconds");
  await workDone();
}

const requestsOf = async (linkId: string) => {
  const { rows } = await query(
    "SELECT status FROM payment_requests WHERE payment_link_id = $1 ORDER BY created_at, id",
    [linkId],
  );
  return rows.map(({ status }) => status as string);
};

describe("a payment link", () => {
  it("creates no payment request when its page is opened, and counts the view", async () => {
    const { id, token } = await newLink();
    expect((await getLinkCheckout(shopper, token, { countView: true }))?.phase).toBe("choosing");
    expect(await requestsOf(id)).toEqual([]);
    const { rows } = await query("SELECT views_count FROM payment_links WHERE id = $1", [id]);
    expect(rows[0].views_count).toBe(1);
  });

  it("is used by a completed payment, and shows that to later visitors", async () => {
    const { id, token } = await newLink();
    const started = await press(token);
    if (started.kind !== "redirect") throw new Error(started.kind);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("at_bank");
    await approve(started.url);
    expect(await requestsOf(id)).toEqual(["completed"]);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("link_used");
    expect(await press(token)).toEqual({ kind: "closed" });
    const { rows } = await query("SELECT type FROM webhook_events WHERE subject_id = $1", [id]);
    expect(rows).toEqual([{ type: "payment_link.used" }]);
  });

  it("is paid although another link of its order is paid: order ids are not unique (docs/integrate/not-in-the-api.md)", async () => {
    const tenant = await newTenant();
    const links = [await newLink({ order_id: "1001" }, tenant), await newLink({ order_id: "1001" }, tenant)];
    for (const { token } of links) {
      const started = await press(token);
      if (started.kind !== "redirect") throw new Error(started.kind);
      await approve(started.url);
    }
    expect(await Promise.all(links.map(({ id }) => requestsOf(id)))).toEqual([["completed"], ["completed"]]);
  });

  it("returns the same bank's answer to a second tab: opened twice, it cannot be paid twice", async () => {
    const { id, token } = await newLink();
    const [one, two] = await Promise.all([press(token), press(token)]);
    const third = await press(token);
    const urls = [one, two, third].flatMap((result) => (result.kind === "redirect" ? [result.url] : []));
    expect(new Set(urls).size).toBe(1);
    const { rowCount } = await query(
      "SELECT 1 FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id WHERE r.payment_link_id = $1 AND a.final_at IS NULL",
      [id],
    );
    expect(rowCount).toBe(1);
  });

  it("is cancelled at the bank from its own page, and can be paid again", async () => {
    const { id, token } = await newLink();
    await press(token);
    await cancelCheckout(shopper, { linkToken: token });
    expect(await requestsOf(id)).toEqual(["cancelled"]);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("choosing");
    expect((await press(token)).kind).toBe("redirect");
    expect(await requestsOf(id)).toEqual(["cancelled", "pending"]);
  });

  it("that has just been paid is not cancelled from a page that shows it as open: nothing happens, and no error", async () => {
    const { id, token } = await newLink();
    const pressed = await press(token);
    if (pressed.kind !== "redirect") throw new Error(pressed.kind);
    await answer(pressed.url, "approve");
    await moveClock("5 seconds");
    await workDone();
    await cancelCheckout(shopper, { linkToken: token });
    expect(await requestsOf(id)).toEqual(["completed"]);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("link_used");
    const unknown = cancelCheckout(shopper, { linkToken: `${token}x` });
    await expect(unknown).rejects.toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
  });

  it(
    "creates one request for concurrent choices of a bank",
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, token } = await newLink();
        const results = await Promise.all([press(token), press(token), press(token)]);
        expect(results.map(({ kind }) => kind)).toEqual(["redirect", "redirect", "redirect"]);
        expect(await requestsOf(id)).toEqual(["pending"]);
      }
    },
    RACE_MS,
  );

  it(
    "is debited at most once when several tabs choose, change and approve at the same time",
    async () => {
      let debited = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const reference = `Race ${round}`;
        const { token } = await newLink({ payment_reference: reference });
        const pressed = await Promise.all([
          press(token),
          press(token, otherBankId),
          press(token),
          press(token, otherBankId),
        ]);
        expect(pressed.some(({ kind }) => kind === "redirect")).toBe(true);
        const urls = pressed.flatMap((result) => (result.kind === "redirect" ? [result.url] : []));
        const approvals = [...new Set(urls)].map((url) => answerAtBank(url, "approve"));
        await Promise.all([...approvals, press(token, otherBankId)]);
        await moveClock("1 minute");
        await workDone();
        const debits = (await debitsOf(reference)) ?? 0;
        expect(debits).toBeLessThanOrEqual(1);
        debited += debits;
      }
      expect(debited).toBeGreaterThan(0);
    },
    RACE_MS,
  );

  it("accepts another bank after 15 minutes at the first, without an event of a failure", async () => {
    const { id, token } = await newLink();
    await press(token);
    await moveClock("9 minutes 50 seconds");
    await moveClock("5 minutes 20 seconds");
    await query("UPDATE sim_payments SET created_at = app_now()");
    const second = await press(token, otherBankId);
    if (second.kind !== "redirect") throw new Error(second.kind);
    await approve(second.url);
    expect(await requestsOf(id)).toEqual(["completed"]);
  });

  it("accepts another bank once the first provably cannot pay", async () => {
    const { id, token } = await newLink();
    await press(token);
    const second = await press(token, otherBankId);
    if (second.kind !== "redirect") throw new Error(second.kind);
    await approve(second.url);
    expect((await requestsOf(id)).filter((status) => status === "completed")).toEqual(["completed"]);
  });

  it("starts nothing when the customer saw another amount", async () => {
    const { id, token } = await newLink();
    expect(await press(token, bankId, AMOUNT - 1)).toEqual({ kind: "amount_changed" });
    expect(await requestsOf(id)).toEqual([]);
    await press(token);
    expect(await press(token, bankId, AMOUNT - 1)).toEqual({ kind: "amount_changed" });
    expect(await requestsOf(id)).toEqual(["pending"]);
  });

  it("creates a limited number of payments in an hour for choices that start nothing, and later more", async () => {
    const { id, token } = await newLink();
    const refused = { kind: "invalid", reason: "bank_not_offered" };
    for (let number = 0; number < MAX_ATTEMPTS; number += 1) {
      expect(await press(token, newId())).toEqual(refused);
      await cancelCheckout(shopper, { linkToken: token });
    }
    const warned = vi.spyOn(log(), "warn");
    expect(await press(token)).toEqual({ kind: "invalid", reason: "too_many_tries" });
    expect(warned.mock.calls).toEqual([
      [{ payment_request_id: null, payment_link_id: id }, expect.stringContaining("MAX_ATTEMPTS")],
    ]);
    warned.mockRestore();
    expect(await requestsOf(id)).toEqual(Array(MAX_ATTEMPTS).fill("cancelled"));
    await moveClock("61 minutes");
    expect((await press(token)).kind).toBe("redirect");
  });

  it("completes a payment that was started before the link's end, and cannot be started after it", async () => {
    const [early, late] = [await newLink(), await newLink()];
    const started = await press(early.token);
    if (started.kind !== "redirect") throw new Error(started.kind);
    await answerAtBank(started.url, "approve");
    await moveClock("7 days 1 second");
    await workDone();
    expect(await requestsOf(early.id)).toEqual(["completed"]);
    expect((await getLinkCheckout(shopper, early.token, { countView: false }))?.link?.status).toBe("used");
    expect((await getLinkCheckout(shopper, late.token, { countView: false }))?.phase).toBe("link_expired");
    expect(await press(late.token)).toEqual({ kind: "closed" });
  });

  it("with a late first payment stops the second at its bank", async () => {
    const { id, token } = await newLink({ payment_reference: "Late on a link" });
    const first = await press(token);
    if (first.kind !== "redirect") throw new Error(first.kind);
    await answer(first.url, "reject");
    expect((await press(token)).kind).toBe("redirect");
    const sql = `SELECT a.id FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
      WHERE r.payment_link_id = $1 ORDER BY a.created_at LIMIT 1`;
    const { rows } = await query(sql, [id]);
    const credit = { amountMinor: BigInt(AMOUNT), currency: "EUR", source: "recon" as const };
    await underLocks(rows[0].id, (tx, request) => settleByCredit(tx, request, rows[0].id, credit));
    expect((await requestsOf(id))[0]).toBe("completed");
    await workDone();
    expect(await requestsOf(id)).toEqual(["completed", "cancelled"]);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("link_used");
  });
});
