import catalogue from "../../../prisma/banks.json";
import { type Dice, diceOf, sampleId } from "./dice";
import { HABITS, type Habits, NAMES } from "./habits";

/**
 * How a sample ends. `refused`: by the bank. `declined`: by the customer at the bank. `cancelled`: before a bank had it.
 * `late`: paid after it had failed. `second_debit`, `amount_differs`: exceptions that a person reviews.
 */
const SAMPLE_ENDS = [
  "paid",
  "refused",
  "declined",
  "not_approved",
  "cancelled",
  "expired",
  "returned",
  "partly_returned",
  "late",
  "second_debit",
  "amount_differs",
] as const;
type SampleEnd = (typeof SAMPLE_ENDS)[number];

export type SampleBank = { id: string; slug: string; displayName: string; schemes: readonly string[] };

export type SamplePayment = {
  id: string;
  merchantId: string;
  flow: "embedded" | "redirect" | "link";
  createdAt: Date;
  /** Minor units. */
  amount: number;
  currency: string;
  locale: string;
  customer: { id: string; name: string; email: string; country: string };
  deviceType: "mobile" | "desktop";
  reference: string;
  orderId: string;
  end: SampleEnd;
  bank: SampleBank;
  /** The customer's second choice, for a second debit. */
  otherBank: SampleBank;
  /** From the page to the choice of the bank, and from there to the approval. */
  choosesAfterS: number;
  approvesAfterS: number;
  /** From the approval to the booking on the merchant's account. */
  bookedAfterS: number;
};

const SAMPLE_DAYS = 90;
const DAY_MS = 24 * 3_600_000;
/** Every payment has ended by now: the slowest end takes 30 minutes and a few seconds. */
const NEWEST_BEFORE_MS = 40 * 60_000;
const SEED = 19;
/** Banks of a market that its customers pay from, the first most often. */
const BANKS_PER_MARKET = 5;
/** One bank had an outage: on this day most payments there failed. */
const OUTAGE = { daysAgo: 11, slug: "millennium-bcp" };
/** Before this age only usual ends: what a return or a person's review takes has passed. */
const SETTLED_DAYS = 14;

const USUAL: Readonly<Record<string, number>> = {
  paid: 830,
  refused: 38,
  declined: 27,
  not_approved: 33,
  cancelled: 26,
  expired: 46,
};
const OLDER = { ...USUAL, returned: 14, partly_returned: 8, late: 3 };

/** The payments of the demo's past before `now`, oldest first: about 1,200 over 90 days, the same for the same `now`. */
export function planPayments(now: Date): SamplePayment[] {
  return HABITS.flatMap((habits, index) => ofMerchant(habits, now, diceOf(SEED + index))).sort(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  );
}

function ofMerchant(habits: Habits, now: Date, dice: Dice): SamplePayment[] {
  const times = Array.from({ length: habits.payments }, () => timeOf(habits, now, dice)).sort((a, b) => a - b);
  const customers = new Map<string, string>();
  return times.map((at, n) => {
    const end = endOf(n, times.length, (now.getTime() - at) / DAY_MS, dice);
    return paymentOf(habits, { n, at: new Date(at), end, isOutage: isOutage(now, at), customers }, dice);
  });
}

/** More on busy weekdays, at busy hours, and a little more every week. */
function timeOf({ weekdays, hours }: Habits, now: Date, dice: Dice): number {
  const today = Math.floor(now.getTime() / DAY_MS);
  const days: Record<string, number> = {};
  for (let ago = 0; ago < SAMPLE_DAYS; ago += 1) {
    const weekday = new Date((today - ago) * DAY_MS).getUTCDay();
    days[ago] = (weekdays[weekday] ?? 0) * (1.35 - (0.6 * ago) / SAMPLE_DAYS);
  }
  const ago = Number(dice.weighted(days));
  const hour = Number(dice.weighted(Object.fromEntries(hours.entries())));
  const at = (today - ago) * DAY_MS + hour * 3_600_000 + dice.between(0, 3_599_999);
  return at > now.getTime() - NEWEST_BEFORE_MS ? at - DAY_MS : at;
}

function isOutage(now: Date, at: number): boolean {
  return Math.floor(now.getTime() / DAY_MS) - Math.floor(at / DAY_MS) === OUTAGE.daysAgo;
}

/** Each merchant has one second debit; the first and the last third have one credit of another amount. */
function endOf(n: number, of: number, ageDays: number, dice: Dice): SampleEnd {
  if (n === Math.floor(of * 0.4)) return "second_debit";
  if (n === Math.floor(of * 0.2) || n === Math.floor(of * 0.7)) return "amount_differs";
  return dice.weighted(ageDays > SETTLED_DAYS ? OLDER : USUAL) as SampleEnd;
}

type Drawn = { n: number; at: Date; end: SampleEnd; isOutage: boolean; customers: Map<string, string> };

function paymentOf(habits: Habits, { n, at, end, isOutage: outage, customers }: Drawn, dice: Dice): SamplePayment {
  const { merchantId, orderPrefix, firstOrder, flows } = habits;
  const market = dice.pick(habits.markets.flatMap((one) => Array<typeof one>(one.share).fill(one)));
  const banks = banksOf(market.market, market.currency);
  const drawn = banks[Math.floor(banks.length * dice.next() ** 1.7)] as SampleBank;
  const down = outage ? banks.find(({ slug }) => slug === OUTAGE.slug) : undefined;
  const bank = down ?? drawn;
  const amount = Math.max(1, Math.round((amountOf(habits, dice) * market.perUnit) / 10) * 10);
  return {
    id: sampleId("payment", `${merchantId} ${n}`),
    merchantId,
    flow: dice.weighted(flows),
    createdAt: at,
    amount,
    currency: market.currency,
    locale: market.locale,
    customer: customerOf(market.market, customers, dice),
    deviceType: dice.next() < 0.68 ? "mobile" : "desktop",
    reference: referenceOf(dice),
    orderId: `${orderPrefix}-${firstOrder + n}`,
    end: down && end === "paid" && dice.next() < 0.85 ? "refused" : possibleEnd(end, market.currency),
    bank,
    otherBank: banks.find(({ id }) => id !== bank.id) ?? bank,
    choosesAfterS: dice.between(6, 75),
    approvesAfterS: 14 + Math.round(150 * dice.next() ** 3),
    bookedAfterS: dice.between(20, 95),
  };
}

/** Where our own call moves the money, nothing is debited after an attempt has ended. */
function possibleEnd(end: SampleEnd, currency: string): SampleEnd {
  return currency === "GBP" && (end === "late" || end === "second_debit") ? "paid" : end;
}

function amountOf({ items, shipping, freeShippingFrom }: Habits, dice: Dice): number {
  const { price, atMost } = dice.pick(items.flatMap((item) => Array<typeof item>(item.share).fill(item)));
  const goods = price * dice.between(1, atMost);
  return goods >= freeShippingFrom ? goods : goods + shipping;
}

function customerOf(market: string, known: Map<string, string>, dice: Dice) {
  const [first, last] = NAMES[market] ?? [["Sam"], ["Reed"]];
  const name = `${dice.pick(first)} ${dice.pick(last)}`;
  const id = known.get(name) ?? `C-${1_041 + known.size}`;
  known.set(name, id);
  const mailbox = name.normalize("NFKD").replace(/[^A-Za-z ]/g, "");
  return { id, name, email: `${mailbox.toLowerCase().replaceAll(" ", ".")}@example.org`, country: market };
}

/** As `newPaymentReference` makes them. */
function referenceOf(dice: Dice): string {
  const letters = () => Array.from({ length: 4 }, () => dice.pick([..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"])).join("");
  return `${letters()}-${letters()}`;
}

function banksOf(market: string, currency: string): SampleBank[] {
  return catalogue.banks
    .filter((bank) => bank.market === market && bank.currency === currency && bank.schemes.length > 0)
    .sort((one, other) => (one.rank ?? 99) - (other.rank ?? 99))
    .slice(0, BANKS_PER_MARKET);
}
