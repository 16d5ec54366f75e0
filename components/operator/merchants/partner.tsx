"use client";

import { useRouter } from "next/navigation";
import { Button } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { Crumbs, Heading, Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import s from "../frame/operator.module.css";
import { PeopleSection } from "../people/people-section";
import { MerchantTable } from "./merchant-table";
import { NewMerchant } from "./new-merchant";

type PartnerPageProps = {
  partner: Outputs["platform"]["partners"]["get"];
  merchants: Outputs["platform"]["merchants"]["list"];
  people: Outputs["platform"]["people"]["list"];
};

/** One partner: its merchants and its people. */
export function PartnerPage({ partner, merchants: first, people }: PartnerPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const router = useRouter();
  const { open, show, close } = useOpenLayer("new");
  const mayCreate = may("platform.merchants.create");
  const { id: partnerId, name, createdAt } = partner;
  const filter = { search: null, partnerId, suspended: false, after: null };
  const merchants = useServedQuery(trpc.platform.merchants.list, filter, first);
  return (
    <>
      <Crumbs href="/operator/partners" name="Partners" here={name} />
      <Heading
        title={name}
        lead={
          <>
            Partner since <Time at={createdAt} as="date" />. <Id value={partnerId} label="partner ID" />
          </>
        }
      />
      <Section title="Merchants" first>
        {mayCreate ? (
          <Button slim onClick={() => show("new")}>
            New merchant
          </Button>
        ) : null}
      </Section>
      <QueryFailure what="The list" query={merchants} />
      {merchants.data.items.length === 0 ? (
        <p className={s.text}>No merchants yet. A partner can only act for its own merchants.</p>
      ) : (
        <MerchantTable merchants={merchants.data.items} ofOnePartner />
      )}
      {merchants.data.next ? (
        <p className={s.text}>
          More merchants not shown. <Link href="/operator/merchants">Search all merchants</Link>
        </p>
      ) : null}
      <PeopleSection place={{ partnerId }} placeName={name} first={people} />
      {open && mayCreate ? (
        <NewMerchant partner={partner} onClose={close} onMade={(id) => router.replace(`/operator/merchants/${id}`)} />
      ) : null}
    </>
  );
}
