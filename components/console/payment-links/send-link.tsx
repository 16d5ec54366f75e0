import { useRef } from "react";
import { Button } from "../../ui/button";
import { Field, Form, Input } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import type { StatusLabel } from "../../ui/parts";
import { StatusOf } from "../../ui/parts";
import { useConsole, useMay } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./link.module.css";
import type { LinkDetail } from "./link-draft";

/** Sends the link by e-mail, and lists the e-mails sent so far. */
export function SendLink({ link }: { link: LinkDetail }) {
  const may = useMay();
  const canSend = link.status === "active" && may("paymentLinks.send");
  if (!canSend && link.mails.length === 0) return null;
  return (
    <section aria-labelledby="link-mail">
      <h3 className={s.head} id="link-mail">
        {canSend ? "Send by e-mail" : "Sent by e-mail"}
      </h3>
      {canSend ? <SendForm link={link} /> : null}
      <Mails mails={link.mails} />
    </section>
  );
}

function SendForm({ link }: { link: LinkDetail }) {
  const { trpc, merchantId } = useConsole();
  const form = useRef<HTMLFormElement>(null);
  const send = useAction(trpc.paymentLinks.send, {
    unchanged: "Nothing was sent.",
    changes: [trpc.paymentLinks.get.queryFilter()],
    onDone: () => form.current?.reset(),
  });
  return (
    <Form
      ref={form}
      onSubmit={(values) => send.run({ merchantId, id: link.id, recipient: String(values.get("recipient") ?? "") })}
    >
      <Field
        id="send-recipient"
        label="Customer’s e-mail address"
        help="In the language of the page, with your name and the link."
        error={send.errors["recipient"] ?? send.failure ?? undefined}
      >
        {(wiring) => (
          <span className={ui.withButton}>
            <Input {...wiring} name="recipient" type="email" autoComplete="off" placeholder="customer@example.com" />
            <Button type="submit" disabled={send.busy}>
              <Icon name="mail" />
              Send
            </Button>
          </span>
        )}
      </Field>
      <p className={ui.hidden} role="status">
        {send.output ? `E-mail to ${send.output.recipient} queued` : ""}
      </p>
    </Form>
  );
}

const STATES: Record<LinkDetail["mails"][number]["state"], StatusLabel> = {
  queued: { tone: "accent", glyph: "half", word: "Queued" },
  sent: { tone: "good", glyph: "done", word: "Sent" },
  failed: { tone: "bad", glyph: "fail", word: "Not delivered" },
};

function Mails({ mails }: Pick<LinkDetail, "mails">) {
  if (mails.length === 0) return null;
  return (
    <ul className={`${s.payments} ${s.mails}`} aria-label="E-mails">
      {mails.map(({ id, recipient, at, state }) => {
        return (
          <li key={id}>
            <StatusOf label={STATES[state]} />
            <span className={ui.muted}>{recipient}</span>
            <span className={ui.muted}>
              <Time at={at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
