import { groupDigits } from "../../ui/money";
import { plural } from "../../ui/text";
import { timeText } from "../../ui/time/time";
import { addDecimals } from "../balances/balance-figures";
import type { PaymentsList } from "./payments-filter";

type Payment = PaymentsList["items"][number];

/** A day in the user's zone, with those of its payments that are on the page. */
export type PaymentDay = {
  /** "Fri 20 November", or "Today, Fri 20 November" */
  name: string;
  payments: Payment[];
  /** Whether the day continues on another page. */
  isCut: boolean;
  /** "4 payments"; "4 on this page" where the day continues on another page. */
  count: string;
  /** The completed amounts by currency, less what was returned; null where none were, or where the page has a part of the day only. */
  completed: string | null;
};

type Page = {
  zone: string;
  /** The current time, ISO 8601. */
  now: string;
  /** Whether there are pages before and after this one. */
  newer: boolean;
  older: boolean;
};

/** A page of payments, newest first, by days of the user's zone. */
export function paymentDays(payments: readonly Payment[], { zone, now, newer, older }: Page): PaymentDay[] {
  const dateOf = (at: string) => timeText(at, "date", zone);
  const days: Payment[][] = [];
  for (const payment of payments) {
    const last = days.at(-1);
    if (last?.[0] && dateOf(last[0].createdAt) === dateOf(payment.createdAt)) last.push(payment);
    else days.push([payment]);
  }
  return days.map((some, index) => {
    const at = some[0]?.createdAt ?? now;
    const isCut = (newer && index === 0) || (older && index === days.length - 1);
    const day = timeText(at, "weekday", zone, new Date(now));
    return {
      name: dateOf(at) === dateOf(now) ? `Today, ${day}` : day,
      payments: some,
      isCut,
      count: isCut ? `${some.length} on this page` : plural(some.length, "payment"),
      completed: isCut ? null : formatCompleted(some),
    };
  });
}

/** "1,507.55 EUR · 279.95 GBP completed", less what was returned. */
function formatCompleted(payments: readonly Payment[]): string | null {
  const sums = new Map<string, string>();
  for (const { status, currency, net } of payments) {
    if (status === "completed" && Number(net) > 0) sums.set(currency, addDecimals(sums.get(currency) ?? "0", net));
  }
  return formatSums([...sums].map(([currency, decimal]) => ({ currency, decimal })));
}

/** "1,507.55 EUR · 279.95 GBP completed"; null of no sum. */
export function formatSums(sums: readonly { currency: string; decimal: string }[]): string | null {
  if (sums.length === 0) return null;
  const each = sums.toSorted((a, b) => a.currency.localeCompare(b.currency, "en"));
  return `${each.map(({ currency, decimal }) => `${groupDigits(decimal)} ${currency}`).join(" · ")} completed`;
}
