import { Command } from "cmdk";
import { addressOf } from "../../ui/filter/filter-address";
import { Marked } from "../../ui/filter/marked";
import { Icon } from "../../ui/icons";
import { Money, StatusOf } from "../../ui/parts";
import { type Outputs, useMay } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { DELIVERIES_PATH } from "../deliveries/delivery-path";
import { ABOUT } from "../deliveries/log-filter";
import { formatPaymentStatus } from "../payment/payment-state";
import { LINK_STATUS_LABELS } from "../payment-links/link-labels";
import { PAYMENTS_PATH, paymentPath } from "../payments/payment-path";
import s from "./command.module.css";
import { OtherModeTag } from "./mode-switch";

type Found = Outputs["search"]["find"];
type FoundProps = { found: Found; text: string; go: (href: string) => void };

/** The results of a search: payments, links, then lists that mention the ID. */
export function CommandFound({ found, text, go }: FoundProps) {
  const { payments, links } = found;
  return (
    <>
      {payments.length > 0 ? (
        <Command.Group heading={payments.length === 1 ? "Payment" : "Payments"}>
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} text={text} go={go} />
          ))}
        </Command.Group>
      ) : null}
      {links.length > 0 ? (
        <Command.Group heading={links.length === 1 ? "Payment link" : "Payment links"}>
          {links.map((link) => (
            <LinkItem key={link.id} link={link} text={text} test={found.test} go={go} />
          ))}
        </Command.Group>
      ) : null}
      <Mentions found={found} text={text} go={go} />
    </>
  );
}

function PaymentItem({ payment, text, go }: { payment: Found["payments"][number] } & Omit<FoundProps, "found">) {
  const name = payment.orderId.toLowerCase().startsWith(text.toLowerCase())
    ? payment.orderId
    : payment.paymentReference;
  return (
    <Command.Item value={payment.id} onSelect={() => go(paymentPath(payment.id))}>
      <Icon name="payments" />
      <span className={ui.cut}>
        <Marked words={name} text={text} />{" "}
        <span className={ui.dim}>
          {payment.customerName ? `${payment.customerName}, ` : ""}
          <Time at={payment.createdAt} />
        </span>
      </span>
      <span className={s.meta}>
        <OtherModeTag test={payment.test} />
        <Money decimal={payment.decimal} currency={payment.currency} />
        <StatusOf label={formatPaymentStatus(payment)} />
      </span>
    </Command.Item>
  );
}

function LinkItem(props: { link: Found["links"][number]; test: boolean } & Omit<FoundProps, "found">) {
  const { link, text, test, go } = props;
  return (
    <Command.Item value={link.id} onSelect={() => go(addressOf("/console/payment-links", { open: link.id }))}>
      <Icon name="link" />
      <span className={ui.cut}>
        <Marked words={link.payment_reference} text={text} />{" "}
        <span className={ui.dim}>
          <Time at={link.created_at} />
        </span>
      </span>
      <span className={s.meta}>
        <OtherModeTag test={test} />
        <Money decimal={link.decimal} currency={link.currency} />
        <StatusOf label={LINK_STATUS_LABELS[link.status]} />
      </span>
    </Command.Item>
  );
}

/** Lists filtered by the text. */
function Mentions({ found, text, go }: FoundProps) {
  const may = useMay();
  const isId = ABOUT.test(text);
  const lists = [
    {
      is: found.payments.length > 1,
      icon: "payments",
      words: "All payments matching",
      href: addressOf(PAYMENTS_PATH, { q: text }),
    },
    {
      is: found.deliveries > 0,
      icon: "webhook",
      words: `${found.deliveries} webhook ${found.deliveries === 1 ? "delivery" : "deliveries"} of`,
      href: addressOf(DELIVERIES_PATH, { about: text }),
    },
    {
      is: isId && may("audit.list"),
      icon: "audit",
      words: "Audit log of",
      href: addressOf("/console/audit", { q: text }),
    },
  ] as const;
  const shown = lists.filter(({ is }) => is);
  if (shown.length === 0) return null;
  return (
    <Command.Group heading="More results">
      {shown.map(({ icon, words, href }) => (
        <Command.Item key={href} value={href} onSelect={() => go(href)}>
          <Icon name={icon} />
          <span className={ui.cut}>
            {words} <mark>{text}</mark>
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
