"use client";

import { MailAddress } from "../../ui/address";
import { Button } from "../../ui/button";
import { Fact } from "../../ui/fact";
import { Crumbs } from "../../ui/heading";
import { groupDigits } from "../../ui/money";
import { Time } from "../../ui/time/time";
import { formatZone, useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { PAYMENTS_PATH, paymentPath } from "../payments/payment-path";
import s from "./payment.module.css";
import { formatPaymentStatus } from "./payment-state";
import type { PaymentDetail } from "./timeline-item";

type Payee = { brandName: string; taxNumber: string | null; postalAddress: string | null };
type ReceiptProps = { payment: PaymentDetail["payment"]; payee: Payee };

/** The receipt of a completed payment for bookkeeping: to be printed, or saved as a PDF by printing. */
export function PaymentReceipt({ payment, payee }: ReceiptProps) {
  const { customer, currency, decimal, completedAt, attempt, reversals } = payment;
  return (
    <>
      <Top payment={payment} />
      <article className={s.receipt}>
        <h1>Receipt</h1>
        {payment.status === "completed" ? (
          <>
            <dl className={ui.facts}>
              <Fact name="Paid by">
                {customer.name ?? "Customer"}
                {customer.email ? (
                  <small>
                    <MailAddress address={customer.email} />
                  </small>
                ) : null}
                {payment.payerMasked ? <small>{payment.payerMasked}</small> : null}
              </Fact>
              <Fact name="Paid to">
                {payee.brandName}
                {payee.postalAddress ? <small className={s.lines}>{payee.postalAddress}</small> : null}
              </Fact>
              {payee.taxNumber ? <Fact name="Tax number">{payee.taxNumber}</Fact> : null}
              {completedAt ? <PaidOn at={completedAt} /> : null}
              <Fact name="Reference">{payment.paymentReference}</Fact>
              <Fact name="Order">{payment.orderId}</Fact>
              {payment.bankName ? <Fact name="Bank">{payment.bankName}</Fact> : null}
              {attempt?.bankPaymentId ? <Fact name="Bank reference">{attempt.bankPaymentId}</Fact> : null}
              {attempt ? <Fact name="End-to-end ID">{attempt.endToEndId}</Fact> : null}
              <Fact name="Payment ID">{payment.id}</Fact>
              {reversals.map((one) => (
                <Fact key={one.at} name="Returned">
                  {groupDigits(one.decimal)} {currency}
                  <small>
                    <Time at={one.at} as="dated" />
                  </small>
                </Fact>
              ))}
            </dl>
            <p className={s.total}>
              <span>Total paid</span>
              <span>
                {groupDigits(decimal)} <span className={ui.muted}>{currency}</span>
              </span>
            </p>
            {payment.test ? <p className={ui.muted}>Test payment, no money moved.</p> : null}
          </>
        ) : (
          <p>Only completed payments have a receipt. Status of this payment: {formatPaymentStatus(payment).word}.</p>
        )}
      </article>
      {payment.status === "completed" ? (
        <div className={s.noPrint}>
          <Button look="primary" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Top({ payment: { id, paymentReference } }: Pick<ReceiptProps, "payment">) {
  const above = { href: PAYMENTS_PATH, name: "Payments" };
  return (
    <div className={s.noPrint}>
      <Crumbs above={above} href={paymentPath(id)} name={paymentReference} here="Receipt" />
    </div>
  );
}

function PaidOn({ at }: { at: NonNullable<ReceiptProps["payment"]["completedAt"]> }) {
  const zone = useZone();
  return (
    <Fact name="Paid on">
      <Time at={at} as="dated" />
      <small>{formatZone(zone, new Date(at))}</small>
    </Fact>
  );
}
