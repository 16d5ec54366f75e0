import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { Button, LinkButton } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { formatLanguage } from "../../ui/display-names";
import { Fact, IdFact, TimeFact } from "../../ui/fact";
import { refreshEvery } from "../../ui/filter/list-answer";
import { Icon } from "../../ui/icons";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { Drawer } from "../../ui/layers/layers";
import o from "../../ui/layers/overlay.module.css";
import { groupDigits } from "../../ui/money";
import { DetailSkeleton, Money, None, StatusOf } from "../../ui/parts";
import { useConsole, useMay, useMerchantId } from "../../ui/queries";
import { RetryNote } from "../../ui/query-failure";
import { SampleTag } from "../../ui/sample";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { OtherModeNote } from "../frame/mode-switch";
import s from "./link.module.css";
import type { LinkDetail } from "./link-draft";
import { closedLinkMessage, formatViews, LINK_STATUS_LABELS } from "./link-labels";
import { LinkPayments } from "./link-payments";
import { SendLink } from "./send-link";

const REFRESH_MS = 5_000;

type LinkDrawerProps = {
  id: string;
  onClose: () => void;
  /** Opens the form of a copy of this link; null: the role may not create links. */
  onDuplicate: (() => void) | null;
};

/** A link: address, QR code, payments, details, cancellation. Loaded on its own: lists have no addresses. */
export function LinkDrawer({ id, onClose, onDuplicate }: LinkDrawerProps) {
  const { trpc, merchantId, test } = useConsole();
  const options = trpc.paymentLinks.get.queryOptions({ merchantId, id }, { refetchInterval: refreshEvery(REFRESH_MS) });
  const { data, error, refetch } = useQuery(options);
  const status = useRef<HTMLParagraphElement>(null);
  const may = useMay();
  const isOver = data !== undefined && data.status !== "active";
  // An unknown link, or one that can't be loaded: nothing else is known of it.
  const isMissing = data === undefined && error !== null;
  return (
    <Drawer title="Payment link" wide onClose={onClose}>
      <div className={isOver || isMissing ? s.one : s.split}>
        <div className={o.body}>
          {error ? (
            <RetryNote error={error} retry={() => refetch()}>
              {isMissing ? null : "These details are not updating."}
            </RetryNote>
          ) : null}
          {data ? <OtherModeNote what="payment link" test={data.test_transaction} /> : null}
          {isMissing ? null : <Details id={id} link={data} statusRef={status} />}
        </div>
        {isOver || isMissing ? null : <LinkCode link={data} />}
      </div>
      <footer className={o.footer}>
        <span className={s.acts}>
          {data?.status === "active" && may("payments.cancelLink") ? <CancelLink link={data} stayAt={status} /> : null}
          {data?.test_transaction === test && onDuplicate ? <Button onClick={onDuplicate}>Duplicate</Button> : null}
        </span>
        {data ? (
          <LinkButton document href={data.payment_link_url} target="_blank" rel="noreferrer">
            <Icon name="ext" />
            Open link
          </LinkButton>
        ) : null}
        <Button look="primary" className={s.done} onClick={onClose}>
          Done
        </Button>
      </footer>
    </Drawer>
  );
}

type StatusRef = { statusRef: RefObject<HTMLParagraphElement | null> };

/** `link`: undefined while it loads. */
function Details({ id, link, statusRef }: StatusRef & { id: string; link: LinkDetail | undefined }) {
  return (
    <>
      {link ? <Sum link={link} statusRef={statusRef} /> : <DetailSkeleton label="Loading the link" widths={[40, 65]} />}
      <Address link={link} />
      {link ? <SendLink link={link} /> : null}
      <LinkPayments linkId={id} />
      {link ? <Facts link={link} /> : null}
    </>
  );
}

function Sum({ link, statusRef }: StatusRef & { link: LinkDetail }) {
  return (
    <div>
      <p className={o.amount}>
        <Money decimal={link.decimal} currency={link.currency} />
      </p>
      {/* Takes the focus once the cancel button is gone. */}
      <p className={s.state} ref={statusRef} tabIndex={-1} role="status">
        <StatusOf label={LINK_STATUS_LABELS[link.status]} />
        <span className={ui.muted}>
          {link.payment_reference}, {formatViews(link.views_count)}
        </span>{" "}
        <SampleTag id={link.id} />
      </p>
    </div>
  );
}

function Address({ link }: { link: LinkDetail | undefined }) {
  return (
    <div>
      <dl className={ui.secret}>
        <div>
          <dt>Address</dt>
          <dd>
            {link ? <code>{link.payment_link_url}</code> : <span className={ui.skeleton} />}
            {link ? <CopyButton text={link.payment_link_url} label="the link" /> : null}
          </dd>
        </div>
      </dl>
      <p className={`${ui.help} ${s.help}`}>
        {link && link.status !== "active"
          ? closedLinkMessage(link.status)
          : "Anyone who has it can open the page and pay, until it is paid or expires. The link can’t be guessed."}
      </p>
    </div>
  );
}

/** Paid and cancelled links can't expire. */
const EXPIRY_LABELS: Partial<Record<LinkDetail["status"], string>> = { active: "Expires", expired: "Expired" };

function Facts({ link }: { link: LinkDetail }) {
  const expiry = EXPIRY_LABELS[link.status];
  return (
    <dl className={ui.facts}>
      {expiry ? <TimeFact name={expiry} at={link.expires_at} /> : null}
      <Fact name="First opened">{link.first_viewed_at ? <Time at={link.first_viewed_at} /> : <None />}</Fact>
      <Fact name="Views">
        {link.views_count}
        <small>Excludes your own visits and link previews</small>
      </Fact>
      <Fact name="Language">{formatLanguage(link.locale)}</Fact>
      <Fact name="Order">{link.order_id === link.id ? <None /> : link.order_id}</Fact>
      <Fact name="Webhook endpoint">
        {link.webhook_endpoints.length === 0 ? "Default URL" : link.webhook_endpoints.join(", ")}
      </Fact>
      {link.redirect_urls ? (
        <Fact name="Redirect after payment">
          {link.redirect_urls.success_url}
          <small>If not paid: {link.redirect_urls.failure_url}</small>
        </Fact>
      ) : null}
      {Object.entries(link.metadata).map(([name, value]) => (
        <Fact key={name} name={`Metadata: ${name}`}>
          {value}
        </Fact>
      ))}
      <TimeFact name="Created" at={link.created_at} />
      <IdFact name="Link ID" value={link.id} />
    </dl>
  );
}

/** Cancels a link, after a confirmation. `stayAt` takes the focus once the button is gone. */
function CancelLink({ link, stayAt }: { link: LinkDetail; stayAt: RefObject<HTMLElement | null> }) {
  const { trpc, merchantId } = useConsole();
  const cancel = useAction(trpc.payments.cancelLink, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: the link may have been paid meanwhile.
    changes: [trpc.paymentLinks.pathFilter(), trpc.payments.ofLink.queryFilter()],
  });
  return (
    <ConfirmButton
      label="Cancel link"
      look="danger"
      title={`Cancel the link for ${link.payment_reference}?`}
      action="Cancel link"
      cancel="Keep link"
      stayAt={stayAt}
      act={cancel}
      input={{ merchantId, id: link.id }}
    >
      The link stops working at once. A payment already started can still complete.
    </ConfirmButton>
  );
}

/** The QR code of an active link, to scan, download or print. */
function LinkCode({ link }: { link: LinkDetail | undefined }) {
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
