import { LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { groupDigits } from "../../ui/money";
import { useMerchantId } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./link.module.css";
import type { LinkDetail } from "./link-draft";

/** The QR code of an active link, to scan, download or print. */
export function LinkCode({ link }: { link: LinkDetail | undefined }) {
  const merchantId = useMerchantId();
  if (!link) return <aside className={s.pane} aria-label="QR code" aria-busy="true" />;
  const file = (name: string) => `/console/payment-links/${link.id}/${name}?merchant=${merchantId}`;
  return (
    <aside className={s.pane} aria-label="QR code">
      <figure className={s.code}>
        <img src={file("qr.svg")} alt={`QR code of ${link.payment_reference}`} width={240} height={240} />
        <figcaption>
          <b>{link.payment_reference}</b>
          <span>
            {groupDigits(link.decimal)} {link.currency}, expires <Time at={link.expires_at} as="day" />
          </span>
        </figcaption>
      </figure>
      <div className={s.files}>
        <LinkButton slim document href={file("qr.svg")} download>
          <Icon name="save" />
          SVG
        </LinkButton>
        <LinkButton slim document href={file("qr.png")} download>
          <Icon name="save" />
          PNG
        </LinkButton>
        <LinkButton slim document href={file("sheet")} target="_blank" rel="noreferrer">
          Print sheet
        </LinkButton>
      </div>
      <p className={ui.help}>
        Scan it with a phone to try the page.{link.test_transaction ? " Banks of test links are simulated." : ""}
      </p>
    </aside>
  );
}
