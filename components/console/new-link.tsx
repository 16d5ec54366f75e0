"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton, Id } from "./copy-button";
import { Drawer, DrawerForm } from "./drawer";
import { Icon } from "./icons";
import overlay from "./overlay.module.css";
import { Field, Note, Status } from "./parts";
import type { CreatedLink } from "./payment-links";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

/** Those that a bank of the catalogue pays in. */
const CURRENCIES = ["EUR", "GBP", "CZK", "DKK", "HUF", "ISK", "NOK", "PLN", "RON", "SEK"];

/** The form of a new link: amount, reference, order. */
export function NewLink({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedLink) => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const create = useMutation(trpc.paymentLinks.create.mutationOptions({ onSuccess: onMade }));
  const failure = create.error ? failureOf(create.error) : null;
  const wrong = (...names: string[]) => names.map((name) => failure?.fields[name]).find(Boolean);
  const errors = {
    amount: wrong("amount", "order.amount"),
    currency: wrong("currency", "order.currency"),
    reference: wrong("paymentReference", "order.payment_reference"),
    order: wrong("orderId", "order.order_id"),
  };
  const send = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const [paymentReference, orderId] = [text("reference"), text("order")];
    create.mutate({
      merchantId,
      amount: text("amount"),
      currency: text("currency"),
      ...(paymentReference ? { paymentReference } : {}),
      ...(orderId ? { orderId } : {}),
    });
  };
  return (
    <Drawer title="New payment link" onClose={onClose}>
      <DrawerForm action="Create the link" busy={create.isPending} onSubmit={send}>
        {failure && !Object.values(errors).some(Boolean) ? (
          <Note tone="bad">{failure.message} Nothing was created.</Note>
        ) : null}
        <div className={ui.pair}>
          <Field id="link-amount" label="Amount" error={errors.amount}>
            {(wiring) => (
              <span className={ui.input}>
                <input {...wiring} name="amount" inputMode="decimal" autoComplete="off" placeholder="150.00" />
              </span>
            )}
          </Field>
          <Field id="link-currency" label="Currency" error={errors.currency}>
            {(wiring) => (
              <span className={ui.input}>
                <select {...wiring} name="currency">
                  {CURRENCIES.map((code) => (
                    <option key={code}>{code}</option>
                  ))}
                </select>
                <Icon name="down" />
              </span>
            )}
          </Field>
        </div>
        <ReferenceField error={errors.reference} />
        <Field
          id="link-order"
          label="Order number"
          optional
          help="Yours, to find it again. It may repeat."
          error={errors.order}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="order" autoComplete="off" maxLength={255} />
            </span>
          )}
        </Field>
      </DrawerForm>
    </Drawer>
  );
}

const MAX_REFERENCE = 140;

function ReferenceField({ error }: { error: string | undefined }) {
  const [length, setLength] = useState(0);
  const help = (
    <>
      On the page and on the bank statement. Letters, digits and <code>/ - ? : ( ) . , ' + # &amp;</code>. In GBP at
      most 18 characters. Left empty, one is made up.
    </>
  );
  const label = (
    <>
      Reference <small>{length === 0 ? "optional" : `${length} of ${MAX_REFERENCE}`}</small>
    </>
  );
  return (
    <Field id="link-reference" label={label} help={help} error={error}>
      {(wiring) => (
        <span className={ui.input}>
          <input
            {...wiring}
            name="reference"
            autoComplete="off"
            maxLength={MAX_REFERENCE}
            onChange={(event) => setLength(event.currentTarget.value.length)}
          />
        </span>
      )}
    </Field>
  );
}

/** The new link's address, to be sent. It can be shown again later. */
export function LinkCreated({ made, onClose }: { made: CreatedLink; onClose: () => void }) {
  return (
    <Drawer title="The link is ready" onClose={onClose}>
      <div className={overlay.body}>
        <p className={ui.actions}>
          <Status tone="accent" glyph="open">
            Active
          </Status>
          <span className={ui.muted}>
            not opened yet, lives until <Time at={made.expires_at} />
          </span>
        </p>
        <div className={ui.field}>
          <span className={ui.label}>The link</span>
          <dl className={ui.secret}>
            <div>
              <dt>Address</dt>
              <dd>
                <code>{made.payment_link_url}</code>
                <CopyButton text={made.payment_link_url} label="the link" />
              </dd>
            </div>
          </dl>
          <p className={ui.help}>
            Anyone who has it can open the page and pay. It carries 256 random bits; nobody guesses it.
          </p>
        </div>
        <dl className={ui.facts}>
          <div>
            <dt>Link id</dt>
            <dd>
              <Id value={made.link_id} label="link id" />
            </dd>
          </div>
        </dl>
      </div>
      <footer className={overlay.footer}>
        <a className={ui.button} href={made.payment_link_url} target="_blank" rel="noreferrer">
          <Icon name="ext" />
          Open it
        </a>
        <button className={`${ui.button} ${ui.primary}`} type="button" onClick={onClose}>
          Done
        </button>
      </footer>
    </Drawer>
  );
}
