"use client";

import { useState } from "react";
import { CodeFrame } from "../../ui/code/code-box";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Note, Pre } from "../../ui/parts";
import { useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { BrandingForm } from "./branding-form";
import s from "./checkout.module.css";
import type { Branding, Draft } from "./draft";
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

/** The permanent address of this release's loader, and its Subresource Integrity hash. */
export type PinnedTag = { src: string; integrity: string };

/** The code that a shop adds to its page, with this installation's address. */
function EmbedCode({ baseUrl, pinned }: { baseUrl: string; pinned: PinnedTag }) {
  const embed = `<div id="checkout"></div>
<script src="${baseUrl}/embed.js"></script>
<script>
  Bankside.mount(document.getElementById("checkout"), {
    paymentToken: "…", // from your server: POST /api/v1/embedded/payment-requests
    onComplete: ({ status }) => location.assign("/thanks?status=" + status),
  });
</script>`;
  const tag = `<script src="${pinned.src}"
  integrity="${pinned.integrity}"
  crossorigin="anonymous"></script>`;
  const policy = `script-src ${baseUrl}; frame-src ${baseUrl}`;
  return (
    <div className={s.codes}>
      <Code title="HTML" text={embed} />
      <Code title="Script tag pinned to this version (PCI DSS 6.4.3)" text={tag} />
      <Code title="Content-Security-Policy" text={policy} />
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <CodeFrame head={<span>{title}</span>} copy={{ text, label: title.toLowerCase() }}>
      <Pre>{text}</Pre>
    </CodeFrame>
  );
}
