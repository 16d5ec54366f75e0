"use client";

import { COUNTRY_NAMES } from "../../ui/display-names";
import { Fact } from "../../ui/fact";
import { Checkbox } from "../../ui/fields";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Note } from "../../ui/parts";
import { useConsole, useMay, useMode, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import type { Account } from "../balances/balance-labels";
import { BusinessForm } from "./business-form";
import { BUSINESS_LEAD, type Business, formatAccounts } from "./business-labels";

/** The merchant as the payee: name, country, what receipts show of it, and its accounts. */
export function BusinessPage({ first, accounts }: { first: Business; accounts: readonly Account[] }) {
  const { trpc, merchantId } = useConsole();
  const business = useServedQuery(trpc.business.get, { merchantId }, first);
  const { data } = business;
  const mayChange = useMay()("business.set");
  return (
    <>
      <Heading title="Business" lead={BUSINESS_LEAD} />
      <QueryFailure what="The business details" query={business} />
      {mayChange ? null : <Note tone="warn">Only owners and admins can change these settings.</Note>}
      <div className={ui.settings}>
        <dl className={ui.facts}>
          <Fact name="Name">
            {data.brandName}
            <small>
              At banks, at checkout and on receipts. Change it under <Link href="/console/checkout">Checkout</Link>. The
              operator approves new names.
            </small>
          </Fact>
          <Fact name="Country">
            {COUNTRY_NAMES.of(data.country)}
            <small>Set by the operator.</small>
          </Fact>
        </dl>
      </div>
      <fieldset className={ui.bare} disabled={!mayChange}>
        <BusinessForm business={data} />
        <ReceiptsSwitch sendsReceipts={data.sendsReceipts} />
      </fieldset>
      <Accounts accounts={accounts} />
    </>
  );
}

const ROLES = [
  { role: "receiving", name: "Receiving" },
  { role: "refund", name: "Refunds" },
];

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const test = useMode() === "test";
  const own = accounts.filter(({ simulated }) => simulated === test);
  return (
    <>
      <Section title="Accounts">
        <Link href="/console/balances">Balances</Link>
      </Section>
      <dl className={ui.facts}>
        {ROLES.map(({ role, name }) => (
          <Fact key={role} name={name}>
            {formatAccounts(own, role) ?? (test ? "No simulated account yet" : "No account connected")}
          </Fact>
        ))}
      </dl>
    </>
  );
}

/** Whether customers are mailed a receipt of each completed payment. */
function ReceiptsSwitch({ sendsReceipts }: { sendsReceipts: boolean }) {
  const { trpc, merchantId } = useConsole();
  const { run, busy, failure, input } = useAction(trpc.business.setReceipts, {
    unchanged: "Nothing was changed.",
    changes: [trpc.business.get.pathFilter()],
    toast: "Changes saved",
  });
  return (
    <>
      <Section title="Receipts" />
      <div className={ui.settings}>
        {failure ? <Note tone="bad">{failure}</Note> : null}
        <Checkbox
          help="After each completed payment, when we know the address. Test payments send none, except to the outbox of a demo."
          // While it is saved, the new state is shown.
          checked={busy && input ? input.enabled : sendsReceipts}
          aria-disabled={busy}
          onChange={({ target }) => (busy ? undefined : run({ merchantId, enabled: target.checked }))}
        >
          Send customers a receipt by e-mail
        </Checkbox>
      </div>
    </>
  );
}
