"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Id } from "../console/copy-button";
import { Fact } from "../console/fact";
import { Crumbs, Heading, Section } from "../console/heading";
import { Note } from "../console/parts";
import { type Outputs, useMay, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import { AccountsSection } from "./accounts-section";
import { MerchantState } from "./merchant-table";
import s from "./operator.module.css";
import { PeopleSection } from "./people-section";
import { ReasonDrawer } from "./reason-drawer";
import { useChanged } from "./use-act";

type Merchant = Outputs["platform"]["merchants"]["get"];

type MerchantPageProps = {
  first: Merchant;
  accounts: Outputs["platform"]["accounts"]["list"];
  people: Outputs["platform"]["people"]["list"];
};

/** One merchant: whether it may take money, where that goes, who may look after it, and the way into its Console. */
export function MerchantPage({ first, accounts, people }: MerchantPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const [switching, setSwitching] = useState(false);
  const merchantId = first.id;
  const query = useQuery(trpc.platform.merchants.get.queryOptions({ merchantId }, { initialData: first }));
  const merchant = query.data;
  const isSuspended = merchant.suspendedAt !== null;
  return (
    <>
      <Crumbs href="/operator/merchants" name="Merchants" here={merchant.brandName} />
      <Heading
        title={merchant.brandName}
        lead={isSuspended ? "Takes no live payment just now." : newsOf(merchant)}
        action={
          <div className={ui.actions}>
            {may("platform.merchants.switch") ? (
              <button
                className={isSuspended ? ui.button : `${ui.button} ${ui.danger}`}
                type="button"
                onClick={() => setSwitching(true)}
              >
                {isSuspended ? "Let it take money again" : "Suspend"}
              </button>
            ) : null}
            <form className={s.bare} method="post" action="/console/merchant">
              <input type="hidden" name="merchant" value={merchantId} />
              <input type="hidden" name="to" value="/console" />
              <button className={`${ui.button} ${ui.primary}`} type="submit">
                Open its Console
              </button>
            </form>
          </div>
        }
      />
      {query.isError ? <QueryFailure what="The merchant" error={query.error} retry={() => query.refetch()} /> : null}
      {isSuspended ? (
        <Note tone="warn">
          <b>Suspended{merchant.suspendedReason ? `: ${merchant.suspendedReason}` : "."}</b> No live payment is created
          or started, links included. Tests work, what is under way goes to its end, and everything can be read.
        </Note>
      ) : null}
      <div className={s.split}>
        <div>
          <AccountsSection merchantId={merchantId} first={accounts} />
          <PeopleSection place={{ merchantId }} placeName={merchant.brandName} first={people} />
        </div>
        <aside aria-label="Facts">
          <Section title="Facts" first />
          <Facts merchant={merchant} />
        </aside>
      </div>
      {switching ? <SwitchMerchant merchant={merchant} onClose={() => setSwitching(false)} /> : null}
    </>
  );
}

function newsOf({ currencies, lastPaymentAt }: Merchant): string {
  if (currencies.length === 0) return "Has no account yet that live money arrives on: it can make tests.";
  const receives = `Receives ${currencies.join(" and ")}.`;
  return lastPaymentAt ? receives : `${receives} No live payment yet.`;
}

function Facts({ merchant }: { merchant: Merchant }) {
  const { id, country, partnerId, partnerName, suspendedAt, createdAt, lastPaymentAt } = merchant;
  return (
    <dl className={ui.facts}>
      <Fact name="State">
        <MerchantState suspended={suspendedAt !== null} />
      </Fact>
      {suspendedAt ? (
        <Fact name="Since">
          <Time at={suspendedAt} />
        </Fact>
      ) : null}
      <Fact name="Partner">
        {partnerId ? <Link href={`/operator/partners/${partnerId}`}>{partnerName}</Link> : "none"}
      </Fact>
      <Fact name="Country">{country}</Fact>
      <Fact name="Last live">{lastPaymentAt ? <Time at={lastPaymentAt} /> : "no payment yet"}</Fact>
      <Fact name="Made">
        <Time at={createdAt} as="date" />
      </Fact>
      <Fact name="Id">
        <Id value={id} label="merchant id" />
      </Fact>
    </dl>
  );
}

function SwitchMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const to = merchant.suspendedAt === null ? "suspended" : "active";
  const act = useMutation(
    trpc.platform.merchants.switch.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ReasonDrawer
      title={to === "suspended" ? `Suspend ${merchant.brandName}` : `Let ${merchant.brandName} take money again`}
      label="Why"
      help="Kept with it, and in the audit log. Shoppers and the merchant’s people do not read it here."
      field="reason"
      action={to === "suspended" ? "Suspend it" : "Let it take money"}
      busy={act.isPending}
      error={act.error}
      unchanged={to === "suspended" ? "It takes money as before." : "It stays suspended."}
      onSubmit={(reason) => act.mutate({ merchantId: merchant.id, to, reason })}
      onClose={onClose}
    >
      {to === "suspended"
        ? "From now on no live payment of it is created or started, links included. Tests work. Payments that are under way go to their end, and are settled and told of."
        : "It may create and start live payments at once. Links that are still good work again."}
    </ReasonDrawer>
  );
}
