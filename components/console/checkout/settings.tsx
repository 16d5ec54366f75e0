"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Heading, Section } from "../heading";
import { Note } from "../parts";
import { useMay, useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { BrandingForm } from "./branding-form";
import s from "./checkout.module.css";
import type { Branding, ChosenLogo, Draft } from "./draft";
import { EmbedCode, type PinnedTag } from "./embed-code";
import { LogoPanel } from "./logo-panel";
import { OriginsPanel } from "./origins-panel";
import { Preview } from "./preview";

/** How a merchant appears to its shoppers, beside the page that they will see, and who may frame that. */
export function CheckoutSettings({ first, pinned }: { first: Branding; pinned: PinnedTag }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const branding = useQuery(trpc.branding.get.queryOptions({ merchantId }, { initialData: first }));
  const [draft, setDraft] = useState<Draft>({});
  const [chosen, setChosen] = useState<ChosenLogo | null>(null);
  const { data } = branding;
  const mayChange = useMay()("branding.set");
  return (
    <>
      <Heading title="Checkout" lead={newsOf(data)} />
      {branding.isError ? (
        <QueryFailure what="The settings" error={branding.error} retry={() => branding.refetch()} />
      ) : null}
      <div className={s.split}>
        <div>
          {mayChange ? null : <Note tone="warn">Owners and admins can change these settings.</Note>}
          <fieldset className={s.whole} disabled={!mayChange}>
            <Section title="Name and colour" first />
            <BrandingForm branding={data} draft={draft} onDraft={setDraft} />
            <Section title="Logo" />
            <LogoPanel branding={data} chosen={chosen} onChosen={setChosen} />
            <Section title="Allowed origins" />
            <OriginsPanel branding={data} />
          </fieldset>
          <Section title="On your page" />
          <EmbedCode baseUrl={data.baseUrl} pinned={pinned} />
        </div>
        <Preview branding={data} draft={draft} chosen={chosen} />
      </div>
    </>
  );
}

function newsOf({ brandName, logo, accent, origins }: Branding): string {
  const dressed = [logo ? "your logo" : null, accent ? "your colour" : null].filter(Boolean).join(" and ");
  const looks = dressed ? `with ${dressed}` : "with its letters and our green";
  const { length } = origins.list;
  const framed =
    length === 0
      ? "No page may frame it yet, but where a payment names its shop."
      : `${length === 1 ? "One origin" : `${length} origins`} may frame it.`;
  return `Shoppers see ${brandName} ${looks}. ${framed}`;
}
