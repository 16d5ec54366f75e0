"use client";

import { useState } from "react";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Note } from "../../ui/parts";
import { useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { BrandingForm } from "./branding-form";
import s from "./checkout.module.css";
import type { Branding, Draft } from "./draft";
import { EmbedCode, type PinnedTag } from "./embed-code";
import { LogoPanel } from "./logo-panel";
import { OriginsPanel } from "./origins-panel";
import { Preview } from "./preview";

/** The branding of a merchant's checkout with a preview, and the sites that may embed it. */
export function CheckoutSettings({ first, pinned }: { first: Branding; pinned: PinnedTag }) {
  const { trpc, merchantId } = useConsole();
  const branding = useServedQuery(trpc.branding.get, { merchantId }, first);
  const [draft, setDraft] = useState<Draft>({});
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = branding;
  const mayChange = useMay()("branding.set");
  return (
    <>
      <Heading title="Checkout" lead={formatLead(data)} />
      <QueryFailure what="The settings" query={branding} />
      <div className={s.split}>
        <div>
          {mayChange ? null : <Note tone="warn">Only owners and admins can change these settings.</Note>}
          <fieldset className={ui.bare} disabled={!mayChange}>
            <Section title="Name and colour" first />
            <BrandingForm branding={data} draft={draft} onDraft={setDraft} />
            <Section title="Logo" />
            <LogoPanel branding={data} chosen={chosen} onChosen={setChosen} />
            <Section title="Help for customers" />
            <p className={ui.muted}>
              Your help address, which customers see when a payment can’t continue, is set under{" "}
              <Link href="/console/business">Business</Link>.
            </p>
            <Section title="Allowed domains" />
            <OriginsPanel branding={data} />
          </fieldset>
        </div>
        <Preview branding={data} draft={draft} chosen={chosen} />
      </div>
      <Section title="Embed code" />
      <EmbedCode baseUrl={data.baseUrl} pinned={pinned} />
    </>
  );
}

function formatLead({ origins }: Branding): string {
  const { length } = origins.list;
  return `Your brand as customers see it. ${length === 0 ? "No" : length} allowed ${length === 1 ? "domain" : "domains"}.`;
}
