"use client";

import { useState } from "react";
import { Button } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { Fact, TimeFact } from "../../ui/fact";
import { HiddenField } from "../../ui/fields";
import { Crumbs, Heading, Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { Note } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { ReasonDrawer } from "../frame/reason-drawer";
import { useOperatorAction } from "../frame/use-operator-action";
import { PeopleSection } from "../people/people-section";
import { AccountsSection } from "./accounts-section";
import { MerchantState } from "./merchant-table";

type Merchant = Outputs["platform"]["merchants"]["get"];

type MerchantPageProps = {
  first: Merchant;
  accounts: Outputs["platform"]["accounts"]["list"];
  people: Outputs["platform"]["people"]["list"];
};

/** One merchant: its status, its accounts, its people, and a link to its Console. */
export function MerchantPage({ first, accounts, people }: MerchantPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, show, close } = useOpenLayer("status");
  const maySwitch = may("platform.merchants.switch");
  const merchantId = first.id;
  const query = useServedQuery(trpc.platform.merchants.get, { merchantId }, first);
  const merchant = query.data;
  const isSuspended = merchant.suspendedAt !== null;
  return (
    <>
      <Crumbs href="/operator/merchants" name="Merchants" here={merchant.brandName} />
      <Heading
        title={merchant.brandName}
        lead={isSuspended ? "No live payments while suspended." : formatLead(merchant)}
        action={
          <div className={ui.actions}>
            {maySwitch ? (
              <Button look={isSuspended ? undefined : "danger"} onClick={() => show("status")}>
                {isSuspended ? "Reinstate" : "Suspend"}
              </Button>
            ) : null}
            <form className={ui.bare} method="post" action="/console/merchant">
              <HiddenField name="merchant" value={merchantId} />
              <HiddenField name="to" value="/console" />
              <Button look="primary" type="submit">
                Open Console
              </Button>
            </form>
          </div>
        }
      />
      <QueryFailure what="The merchant" query={query} />
      {isSuspended ? (
        <Note tone="warn">
          <b>Suspended{merchant.suspendedReason ? `: ${merchant.suspendedReason}` : "."}</b> New live payments are
          rejected, payment links included. Tests work, and payments already started are completed.
        </Note>
      ) : null}
      <div className={ui.split}>
        <div>
          <AccountsSection merchantId={merchantId} first={accounts} />
          <PeopleSection place={{ merchantId }} placeName={merchant.brandName} first={people} />
        </div>
        <aside aria-label="Details">
          <Section title="Details" first />
          <Facts merchant={merchant} />
        </aside>
      </div>
      {open && maySwitch ? <SwitchMerchant merchant={merchant} onClose={close} /> : null}
    </>
  );
}

function formatLead({ currencies, lastPaymentAt }: Merchant): string {
  if (currencies.length === 0) return "Test payments only: no account receives live payments yet.";
  const receives = `Receives ${currencies.join(" and ")}.`;
  return lastPaymentAt ? receives : `${receives} No live payment yet.`;
}

function Facts({ merchant }: { merchant: Merchant }) {
  const { id, country, partnerId, partnerName, suspendedAt, createdAt, lastPaymentAt } = merchant;
  return (
    <dl className={ui.facts}>
      <Fact name="Status">
        <MerchantState suspended={suspendedAt !== null} />
      </Fact>
      {suspendedAt ? <TimeFact name="Since" at={suspendedAt} /> : null}
      <Fact name="Partner">
        {partnerId ? <Link href={`/operator/partners/${partnerId}`}>{partnerName}</Link> : "none"}
      </Fact>
      <Fact name="Country">{country}</Fact>
      <Fact name="Last live payment">{lastPaymentAt ? <Time at={lastPaymentAt} /> : "None yet"}</Fact>{" "}
      <TimeFact name="Created" at={createdAt} as="date" />
      <Fact name="ID">
        <Id value={id} label="merchant ID" />
      </Fact>
    </dl>
  );
}

function SwitchMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const trpc = useTRPC();
  // What the press asked for: after a lost response the merchant that is read again may be suspended.
  const [to] = useState<"suspended" | "active">(merchant.suspendedAt === null ? "suspended" : "active");
  const act = useOperatorAction(trpc.platform.merchants.switch, {
    unchanged: "Nothing was changed.",
    fields: ["reason"],
    onDone: onClose,
  });
  return (
    <ReasonDrawer
      title={to === "suspended" ? `Suspend ${merchant.brandName}` : `Reinstate ${merchant.brandName}`}
      label="Reason"
      help="The merchant’s owners and admins read it in their audit log. Customers don’t see it."
      field="reason"
      action={to === "suspended" ? "Suspend merchant" : "Reinstate merchant"}
      act={act}
      onSubmit={(reason) => act.run({ merchantId: merchant.id, to, reason })}
      onClose={onClose}
    >
      {to === "suspended"
        ? "New live payments are rejected at once, payment links included. Tests work. Payments already started are completed, and their webhooks are sent."
        : "Live payments are accepted at once. Links that have not expired work again."}
    </ReasonDrawer>
  );
}
