"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { MailAddress } from "../../ui/address";
import { Id } from "../../ui/copy-button";
import { COUNTRY_NAMES } from "../../ui/display-names";
import { Fact, Stat, Stats, TimeFact } from "../../ui/fact";
import { AllLink, Crumbs, Heading, Section } from "../../ui/heading";
import { useConfirmation } from "../../ui/layers/confirm-button";
import { MoreMenu } from "../../ui/layers/menu";
import { groupDigits } from "../../ui/money";
import { Bank, None, Note } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { formatNumber, plural } from "../../ui/text";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { type NoteList, Notes } from "../notes/notes";
import { PAYMENT_COLUMNS } from "../payments/payments-columns";
import { paymentsPath } from "../payments/payments-filter";
import { PaymentTable } from "../payments/payments-table";
import s from "./customer.module.css";
import { CUSTOMERS_PATH } from "./customer-path";

type Customer = Outputs["customers"]["get"];

/** A customer: payments, what was paid, notes, and the accounts that the customer agreed to have remembered. */
export function CustomerPage({ first, notes }: { first: Customer; notes: NoteList }) {
  const { trpc, merchantId, test } = useConsole();
  const query = useServedQuery(trpc.customers.get, { merchantId, test, key: first.key }, first);
  const { data } = query;
  const may = useMay();
  const name = data.name ?? data.email ?? data.customerId ?? "Customer";
  return (
    <>
      <Crumbs href={CUSTOMERS_PATH} name="Customers" here={name} />
      <Heading
        title={name}
        lead={[data.email, data.customerId && `Customer ID ${data.customerId}`].filter(Boolean).join(" · ")}
        action={may("customers.erase") && !data.erasureWaits ? <EraseCustomer customer={data} name={name} /> : null}
      />
      <QueryFailure what="this customer" query={query} />
      {data.erasureWaits ? (
        <Note tone="warn">
          This customer was erased. Name and addresses stay with the payments below, and are erased when these end.
        </Note>
      ) : null}
      <Figures sums={data.sums} />
      <div className={`${ui.split} ${s.below}`}>
        <div>
          <section aria-label="Payments">
            <Section title="Payments" first>
              <AllLink href={paymentsPath({ customer: data.key })}>All payments</AllLink>
            </Section>
            <PaymentTable payments={data.payments} chosen={COLUMNS} ofOneCustomer />
          </section>
          {data.erasureWaits ? null : <Notes of={{ customerKey: data.key, test }} first={notes} />}
        </div>
        <aside aria-label="Details">
          <Details customer={data} />
        </aside>
      </div>
    </>
  );
}

const SHOWN = new Set(["created", "amount", "status", "reference", "bank"]);
const COLUMNS = PAYMENT_COLUMNS.filter(({ id }) => SHOWN.has(id));

const firstOf = (sums: Customer["sums"]) => sums.map(({ firstAt }) => firstAt).toSorted()[0];

/** What the customer paid: in the currency of most payments, with the sums of the others beside it. */
function Figures({ sums }: Pick<Customer, "sums">) {
  const [main, ...others] = sums;
  if (!main) return null;
  const { currency, paid, average, returned, returns } = main;
  const [completed, payments] = [sumOf(sums, "completed"), sumOf(sums, "payments")];
  const also = (of: "paid" | "returned") =>
    others
      .flatMap((one) => (Number(one[of] ?? 0) === 0 ? [] : [`${groupDigits(one[of] ?? "")} ${one.currency}`]))
      .join(" · ");
  return (
    <Stats>
      <Stat name="Total paid" value={groupDigits(paid)} unit={currency}>
        {also("paid")}
      </Stat>
      <Stat name="Payments completed" value={formatNumber(completed)}>
        of {formatNumber(payments)} started
      </Stat>
      <Stat name="Average" value={average && groupDigits(average)} unit={currency}>
        {average === null ? `No payment completed in ${currency}` : "of completed payments"}
      </Stat>
      <Stat name="Returned" value={returned && groupDigits(returned)} unit={currency}>
        {[returns === 0 ? "" : plural(returns, "payment"), also("returned")].filter(Boolean).join(" · ")}
      </Stat>
    </Stats>
  );
}

const sumOf = (sums: Customer["sums"], of: "completed" | "payments") => sums.reduce((sum, one) => sum + one[of], 0);

function Details({ customer }: { customer: Customer }) {
  const { email, phone, country, customerId, last, accounts } = customer;
  const firstAt = firstOf(customer.sums);
  return (
    <>
      <Section title="Details" first />
      <dl className={ui.facts}>
        <Fact name="E-mail">{email ? <MailAddress address={email} /> : <None />}</Fact>
        <Fact name="Phone">{phone ?? <None />}</Fact>
        <Fact name="Country">{country ? COUNTRY_NAMES.of(country) : <None />}</Fact>
        <Fact name="Customer ID">{customerId ? <Id value={customerId} label="customer ID" /> : <None />}</Fact>
        {firstAt ? <TimeFact name="First payment" at={firstAt} as="date" /> : null}
        <TimeFact name="Last payment" at={last.createdAt} as="date" />
      </dl>
      <Section title="Saved bank accounts" />
      {accounts.length === 0 ? <p className={ui.muted}>None.</p> : null}
      <dl className={ui.facts}>
        {accounts.map(({ id, bankName, accountMasked, lastUsedAt }) => (
          <Fact key={id} name={accountMasked}>
            <Bank name={bankName} />
            <small>
              used <Time at={lastUsedAt} />
            </small>
          </Fact>
        ))}
      </dl>
    </>
  );
}

function EraseCustomer({ customer, name }: { customer: Customer; name: string }) {
  const { trpc, merchantId, test } = useConsole();
  const router = useRouter();
  const queries = useQueryClient();
  const erase = useAction(trpc.customers.erase, {
    unchanged: "Nothing was erased.",
    toast: ({ later }) =>
      later === 0
        ? "Customer erased"
        : `The customer is erased when ${later === 1 ? "an open payment ends" : `${later} open payments end`}`,
    onDone: () => {
      // Otherwise the page of a payment would begin with its erased notes.
      queries.removeQueries(trpc.payments.notes.list.pathFilter());
      router.push(CUSTOMERS_PATH);
      router.refresh();
    },
  });
  const { ask, dialog } = useConfirmation({
    title: `Erase ${name}?`,
    children:
      "Notes on the customer and saved bank accounts are erased. Name, addresses and notes are erased from every payment that has ended, and from any other payment when it ends. Your team’s saved views named after the customer are deleted. The payments stay, and your bank transactions keep the payer’s name. This can’t be undone.",
    action: "Erase customer",
    act: erase,
    input: { merchantId, test, key: customer.key },
  });
  return (
    <>
      <MoreMenu
        label={`Actions for ${name}`}
        items={[{ words: "Erase customer", icon: "x", danger: true, onChoose: ask }]}
      />
      {dialog}
    </>
  );
}
