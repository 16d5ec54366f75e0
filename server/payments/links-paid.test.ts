import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBanks } from "../banks/list-banks";
import { syncCatalogue } from "../banks/sync-catalogue";
import { PUBLIC_CALLER } from "../lib/context";
import { paymentLinkEndpoints } from "../payment-links/endpoints";
import { call } from "../test/client";
import { moveClock, query } from "../test/database";
import { newTenant } from "../test/fixtures";
import { answerAtBank, startSimbank, type TestSimbank } from "../test/simbank";
import { acceptReturn } from "./accept-return";
import { getLinkCheckout } from "./get-link-checkout";
import { attemptsDue, pollAttempt } from "./poll-attempt";
import { startCheckout } from "./start-checkout";

const [createLink] = paymentLinkEndpoints;
const shopper = { caller: PUBLIC_CALLER, requestId: "test", ip: null };
const AMOUNT = 2550;

let bank: TestSimbank;
let bankId: string;
let otherBankId: string;

beforeAll(async () => {
  bank = await startSimbank();
  await syncCatalogue();
  const banks = await listBanks({}, { currency: "EUR" });
  [bankId, otherBankId] = [banks[0]?.id ?? "", banks[1]?.id ?? ""];
});
afterAll(() => bank.close());

async function newLink(): Promise<{ id: string; token: string }> {
  const { token } = await newTenant();
  const { data } = await call(createLink, { order: { amount: AMOUNT, currency: "EUR" } }, { token });
  return { id: data.link_id, token: data.payment_link_url.split("/pay/")[1] ?? "" };
}

const press = (linkToken: string, chosen = bankId, seenAmount = AMOUNT) =>
  startCheckout(shopper, { linkToken, bankId: chosen, seenAmount, psu: { ip: null, userAgent: null, locale: "en" } });

async function approve(url: string): Promise<void> {
  const back = await answerAtBank(url, "approve");
  await acceptReturn(shopper, { state: new URL(back.headers.get("location") ?? "").searchParams.get("state") ?? "" });
  await moveClock("5 seconds");
  for (const lease of await attemptsDue(10)) await pollAttempt(lease);
}

const requestsOf = (linkId: string) =>
  query(async (client) => {
    const { rows } = await client.query(
      "SELECT status FROM payment_requests WHERE payment_link_id = $1 ORDER BY created_at",
      [linkId],
    );
    return rows.map(({ status }) => status as string);
  });

describe("a payment link", () => {
  it("makes no payment request when its page is opened, and counts the view", async () => {
    const { id, token } = await newLink();
    expect((await getLinkCheckout(shopper, token, { countView: true }))?.phase).toBe("choosing");
    expect(await requestsOf(id)).toEqual([]);
    const { rows } = await query((client) => client.query("SELECT views_count FROM payment_links WHERE id = $1", [id]));
    expect(rows[0].views_count).toBe(1);
  });

  it("is used by a completed payment, and says so to whoever opens it after", async () => {
    const { id, token } = await newLink();
    const started = await press(token);
    if (started.kind !== "redirect") throw new Error(started.kind);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("at_bank");
    await approve(started.url);
    expect(await requestsOf(id)).toEqual(["completed"]);
    expect((await getLinkCheckout(shopper, token, { countView: false }))?.phase).toBe("link_used");
    expect(await press(token)).toEqual({ kind: "closed" });
    const { rows } = await query((client) =>
      client.query("SELECT type FROM webhook_events WHERE subject_id = $1", [id]),
    );
    expect(rows).toEqual([{ type: "payment_link.used" }]);
  });

  it("gives the same bank's answer again to a second tab: opened twice, it cannot be paid twice", async () => {
    const { id, token } = await newLink();
    const [one, two] = await Promise.all([press(token), press(token)]);
    const third = await press(token);
    const urls = [one, two, third].flatMap((result) => (result.kind === "redirect" ? [result.url] : []));
    expect(new Set(urls).size).toBe(1);
    const { rowCount } = await query((client) =>
      client.query(
        "SELECT 1 FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id WHERE r.payment_link_id = $1 AND a.final_at IS NULL",
        [id],
      ),
    );
    expect(rowCount).toBe(1);
  });

  it("takes another bank once the first cannot pay any more", async () => {
    const { id, token } = await newLink();
    await press(token);
    const second = await press(token, otherBankId);
    if (second.kind !== "redirect") throw new Error(second.kind);
    await approve(second.url);
    expect((await requestsOf(id)).filter((status) => status === "completed")).toEqual(["completed"]);
  });

  it("starts nothing when the shopper saw another amount", async () => {
    const { id, token } = await newLink();
    expect(await press(token, bankId, AMOUNT - 1)).toEqual({ kind: "amount_changed" });
    const { rowCount } = await query((client) =>
      client.query(
        "SELECT 1 FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id WHERE r.payment_link_id = $1",
        [id],
      ),
    );
    expect(rowCount).toBe(0);
  });

  it("completes a payment that was started before the link's end, and cannot be started after it", async () => {
    const [early, late] = [await newLink(), await newLink()];
    const started = await press(early.token);
    if (started.kind !== "redirect") throw new Error(started.kind);
    await answerAtBank(started.url, "approve");
    await moveClock("7 days 1 second");
    for (const lease of await attemptsDue(10)) await pollAttempt(lease);
    expect(await requestsOf(early.id)).toEqual(["completed"]);
    expect((await getLinkCheckout(shopper, early.token, { countView: false }))?.link?.status).toBe("used");
    expect((await getLinkCheckout(shopper, late.token, { countView: false }))?.phase).toBe("link_expired");
    expect(await press(late.token)).toEqual({ kind: "closed" });
  });
});
