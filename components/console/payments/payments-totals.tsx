import { useQueries, useQuery } from "@tanstack/react-query";
import { formatCount } from "../../ui/filter/filter-address";
import { groupDigits } from "../../ui/money";
import { useConsole } from "../../ui/queries";
import { formatSums, type PaymentDay } from "./payment-days";
import s from "./payments.module.css";
import { type PaymentsFilter, setPaymentsParts } from "./payments-filter";

const REFRESH_MS = 15_000;
/** Currencies that are shown; the others are counted. */
const MAX_SHOWN = 3;

/** The number of payments of the filter, and their completed amounts by currency, less what was returned. */
export function PaymentsTotals({ filter }: { filter: PaymentsFilter }) {
  const { trpc, merchantId, test } = useConsole();
  const options = trpc.payments.totals.queryOptions({ merchantId, test, ...filter }, { refetchInterval: REFRESH_MS });
  const { data, errorUpdateCount, fetchStatus } = useQuery(options);
  // The list says why there is no answer.
  if (!data && (errorUpdateCount > 0 || fetchStatus === "paused")) return <p className={s.totals} role="status" />;
  if (!data) {
    return (
      <p className={s.totals} role="status" aria-busy="true">
        {setPaymentsParts(filter).length > 0 ? "Searching…" : null}
      </p>
    );
  }
  const { count, completed } = data;
  const [what, match] = count?.count === 1 ? ["payment", "matches"] : ["payments", "match"];
  const matching = filter.search === undefined ? "" : ` ${match} “${filter.search}”`;
  const shown = completed?.slice(0, MAX_SHOWN) ?? [];
  const more = completed?.slice(MAX_SHOWN) ?? [];
  return (
    <p className={s.totals} role="status">
      <b>{count ? `${formatCount(count)} ${what}${matching}` : `Payments that${matching}`}</b>
      {shown.length > 0 ? <span title="Returned amounts are not included">Completed</span> : null}
      {shown.map(({ currency, decimal }) => (
        <span key={currency} className={s.sum}>
          {groupDigits(decimal)} <small>{currency}</small>
        </span>
      ))}
      {more.length > 0 ? (
        <span title={formatSums(more) ?? undefined}>
          and {more.length} more {more.length === 1 ? "currency" : "currencies"}
        </span>
      ) : null}
    </p>
  );
}

/** Days with the totals of the whole day, also where the day continues on another page; without a filter, as they are. */
export function useWholeDays(
  days: readonly PaymentDay[],
  filter: PaymentsFilter | null,
  timeZone: string,
): PaymentDay[] {
  const { trpc, merchantId, test } = useConsole();
  const cut = filter ? days.filter(({ isCut }) => isCut) : [];
  const wholes = useQueries({
    queries: cut.map(({ payments }) =>
      trpc.payments.totals.queryOptions(
        { merchantId, test, ...filter, day: { at: payments[0]?.createdAt ?? "", timeZone } },
        { refetchInterval: REFRESH_MS },
      ),
    ),
  });
  return days.map((day) => {
    const whole = day.isCut ? wholes[cut.indexOf(day)]?.data : undefined;
    if (!whole?.count) return day;
    const count = `${formatCount(whole.count)} ${whole.count.count === 1 ? "payment" : "payments"}`;
    return { ...day, count, completed: whole.completed && formatSums(whole.completed) };
  });
}
