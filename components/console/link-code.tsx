"use client";

import { Icon } from "./icons";
import s from "./link.module.css";
import type { LinkDetail } from "./link-drawer";
import { groupDigits } from "./money";
import { useMerchantId } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

/** The link's code, to be scanned here, downloaded or printed. A link that is over has none: it would lead nowhere. */
export function LinkCode({ link }: { link: LinkDetail | undefined }) {
  const merchantId = useMerchantId();
  if (!link) return <aside className={s.pane} aria-label="QR code" aria-busy="true" />;
  if (link.status !== "active") {
    return (
      <aside className={s.pane} aria-label="QR code">
        <p className={ui.muted}>There is no code of it any more: it would only lead to a page that says why.</p>
      </aside>
    );
  }
  const file = (name: string) => `/console/payment-links/${link.id}/${name}?merchant=${merchantId}`;
  return (
    <aside className={s.pane} aria-label="QR code">
      <figure className={s.code}>
        <img src={file("qr.svg")} alt={`QR code of ${link.payment_reference}`} width={240} height={240} />
        <figcaption>
          <b>{link.payment_reference}</b>
          <span>
            {groupDigits(link.decimal)} {link.currency}, until <Time at={link.expires_at} as="day" />
          </span>
        </figcaption>
      </figure>
      <div className={s.files}>
        <a className={`${ui.button} ${ui.slim}`} href={file("qr.svg")} download>
          <Icon name="save" />
          SVG
        </a>
        <a className={`${ui.button} ${ui.slim}`} href={file("qr.png")} download>
          <Icon name="save" />
          PNG
        </a>
        <a className={`${ui.button} ${ui.slim}`} href={file("sheet")} target="_blank" rel="noreferrer">
          Print sheet
        </a>
      </div>
      <p className={ui.help}>
        Point a phone at it to try the page.
        {link.test_transaction ? " The banks behind a test link are simulated." : ""}
      </p>
    </aside>
  );
}
