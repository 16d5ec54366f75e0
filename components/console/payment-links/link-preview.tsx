import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Segments } from "../../ui/fields";
import { PagePreview } from "../../ui/page-preview/page-preview";
import { useConsole } from "../../ui/queries";
import { useSettled } from "../../ui/time/use-settled";
import ui from "../../ui/ui.module.css";
import s from "./link-preview.module.css";

/** The typed values that the link's page shows. */
export type Typed = { amount: string; currency: string; reference: string; locale: string };

const LOOKS = { phone: "Phone", desktop: "Desktop", mail: "Mail" } as const;
type Look = keyof typeof LOOKS;

const WIDTHS_PX = { phone: 390, desktop: 900 };
/** Until the page is loaded. */
const FIRST_HEIGHT_PX = 780;
const SETTLED_MS = 250;

/** The page of a link that is not created yet, and its e-mail, as the form is filled in. */
export function LinkPreview({ typed }: { typed: Typed }) {
  const { merchantId, test } = useConsole();
  const [look, setLook] = useState<Look>("phone");
  const settled = useSettled(typed, SETTLED_MS);
  const query = new URLSearchParams({ merchant: merchantId, test: test ? "1" : "0", ...settled });
  const address = `/console/payment-links/preview?${query}`;
  return (
    <aside className={s.pane} aria-label="Preview">
      <div className={s.bar}>
        <span className={ui.muted}>As the customer sees it</span>
        <Segments legend="Preview" options={LOOKS} value={look} onChange={setLook} />
      </div>
      {look === "mail" ? (
        <Mail address={`${address}&view=mail`} />
      ) : (
        <div className={s.stage} role="img" aria-label={`Page of the link. ${LOOKS[look]}.`}>
          <PagePreview
            address={address}
            width={WIDTHS_PX[look]}
            firstHeight={FIRST_HEIGHT_PX}
            title="Page of the link"
          />
        </div>
      )}
      {look === "mail" ? <p className={ui.help}>Preview, in the language of the page</p> : null}
    </aside>
  );
}

async function readText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

function Mail({ address }: { address: string }) {
  const { data, isError } = useQuery({
    queryKey: ["link mail", address],
    queryFn: () => readText(address),
    placeholderData: keepPreviousData,
  });
  if (isError) return <p className={ui.muted}>We couldn’t load the preview. You can still create the link.</p>;
  const [subject = "", ...rest] = (data ?? "").split("\n");
  return (
    <article className={s.mail} aria-label="E-mail" aria-busy={data === undefined}>
      <h3>{subject}</h3>
      <p>{rest.join("\n").trim()}</p>
    </article>
  );
}
