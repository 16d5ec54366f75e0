import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { boundNamed } from "../../server/lib/bounds";
import { newId } from "../../server/lib/ids";
import { closeWatches } from "../../server/payments/checkout/watch-checkout";
import { request } from "../../server/test/client";
import { newTenant, type Tenant } from "../../server/test/rows/fixtures";
import { until } from "../../server/test/until";
import { GET as showEvents } from "../embed/events/route";
import { GET as showState } from "../embed/state/route";
import { GET as showLinkEvents } from "../pay/[token]/events/route";
import { openStreams, type StreamLimits, takeStream } from "./stream-counts";

const LIMITS: StreamLimits = boundNamed("event stream").streams;
const open: (() => void)[] = [];

/** Opens streams of one merchant, each of another payment, until one is refused or `most` are open. */
function takeMany(merchantId: string, most: number, limits: StreamLimits = LIMITS): number {
  for (let taken = 0; taken < most; taken += 1) {
    const endStream = takeStream({ id: newId(), merchantId }, limits);
    if (!endStream) return taken;
    open.push(endStream);
  }
  return most;
}

afterEach(async () => {
  for (const endStream of open.splice(0)) endStream();
  await until(() => openStreams() === 0);
});

describe("the event streams of one merchant's payments", () => {
  it("are at most a quarter of the process's, and another merchant still gets one", () => {
    const [one, other] = [newId(), newId()];
    expect(LIMITS.merchant * 4).toBeLessThanOrEqual(LIMITS.all);
    expect(takeMany(one, LIMITS.all)).toBe(LIMITS.merchant);
    expect(takeMany(other, 1)).toBe(1);
  });

  it("control: without a limit of one merchant, another gets none", () => {
    const limits = { ...LIMITS, merchant: Number.POSITIVE_INFINITY };
    const [one, other] = [newId(), newId()];
    expect(takeMany(one, LIMITS.all + 1, limits)).toBe(LIMITS.all);
    expect(takeMany(other, 1, limits)).toBe(0);
  });

  it("are free again when they end, each once", () => {
    const merchantId = newId();
    takeMany(merchantId, LIMITS.all);
    const [first] = open;
    first?.();
    first?.();
    expect(takeMany(merchantId, LIMITS.all)).toBe(1);
  });
});

describe("the pages of a merchant at its limit of event streams", () => {
  let [full, other]: Tenant[] = [];
  beforeAll(async () => {
    [full, other] = [await newTenant(), await newTenant()];
  });
  afterAll(() => closeWatches());

  async function create<T>(tenant: Tenant | undefined, path: string): Promise<T> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${tenant?.token}` };
    const body = JSON.stringify({ order: { amount: 1_000, currency: "EUR", test_transaction: true } });
    return (await request<T>("POST", `/api/v1/${path}`, { body, headers })).data;
  }

  async function tokensOf(tenant: Tenant | undefined) {
    const payment = await create<{ payment_token: string }>(tenant, "embedded/payment-requests");
    const link = await create<{ payment_link_url: string }>(tenant, "payment-links");
    return { payment: payment.payment_token, link: link.payment_link_url.split("/").at(-1) ?? "" };
  }

  async function streamsOf({ payment, link }: Awaited<ReturnType<typeof tokensOf>>): Promise<Response[]> {
    const { signal } = new AbortController();
    const at = (path: string) => new Request(`http://localhost${path}`, { signal });
    return Promise.all([
      showEvents(at(`/embed/events?payment_token=${payment}`)),
      showLinkEvents(at(`/pay/${link}/events`), { params: Promise.resolve({ token: link }) }),
    ]);
  }

  it("get 503 for a payment's and a link's stream and their state by polling; another merchant's get streams", async () => {
    const [ofFull, ofOther] = [await tokensOf(full), await tokensOf(other)];
    takeMany(full?.merchantId ?? "", LIMITS.all);
    const refused = await streamsOf(ofFull);
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    expect(refused.map(({ headers }) => headers.get("retry-after"))).toEqual(["30", "30"]);
    const state = await showState(
      new Request(`http://localhost/embed/state?payment_token=${ofFull.payment}`, {
        headers: { accept: "application/json" },
      }),
    );
    expect([state.status, ((await state.json()) as { phase: string }).phase]).toEqual([200, "choosing"]);
    const streams = await streamsOf(ofOther);
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of streams) await body?.cancel();
  });
});
