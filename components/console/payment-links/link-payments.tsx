import { useQuery } from "@tanstack/react-query";
import { Link } from "../../ui/link";
import { DetailSkeleton, None, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { RetryNote } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatPaymentStatus } from "../payment/payment-state";
import { paymentPath } from "../payments/payment-path";
import s from "./link.module.css";

type Payment = Outputs["payments"]["ofLink"]["items"][number];

const REFRESH_MS = 5_000;

/** The payments of a link, newest first. */
export function LinkPayments({ linkId }: { linkId: string }) {
  const { trpc, merchantId } = useConsole();
  const options = trpc.payments.ofLink.queryOptions({ merchantId, linkId }, { refetchInterval: REFRESH_MS });
  const { data, error, refetch } = useQuery(options);
  return (
    <section aria-labelledby="link-payments">
      <h3 className={s.head} id="link-payments">
        Payments
      </h3>
      {error ? <RetryNote error={error} retry={() => refetch()} /> : null}
      {data ? (
        <Payments items={data.items} total={data.total} />
      ) : error ? null : (
        <DetailSkeleton label="Loading payments" widths={[60]} />
      )}
    </section>
  );
}

function Payments({ items, total }: { items: Payment[]; total: number }) {
  if (total === 0) return <p className={ui.muted}>No payments yet.</p>;
  return (
    <>
      <ol className={s.payments}>
        {items.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} />
        ))}
      </ol>
      {total > items.length ? <p className={ui.help}>{`Newest ${items.length} of ${total}`}</p> : null}
    </>
  );
}

function PaymentLine({ payment }: { payment: Payment }) {
  return (
    <li>
      <Link href={paymentPath(payment.id)}>
        <StatusOf label={formatPaymentStatus(payment)} />
      </Link>
      <span className={ui.muted}>{payment.bankName ?? <None />}</span>
      <span className={ui.muted}>
        <Time at={payment.createdAt} />
      </span>
    </li>
  );
}
