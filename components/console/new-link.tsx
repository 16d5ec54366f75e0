"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LANGUAGES, languageName } from "../checkout/languages";
import { Drawer, DrawerForm } from "./drawer";
import { Icon } from "./icons";
import { Field, Note } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

type CreatedLink = Outputs["paymentLinks"]["create"];

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
      locale: text("locale"),
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
        <LanguageField />
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

function LanguageField() {
  return (
    <Field
      id="link-locale"
      label="Language of the page"
      help="The shopper can change it there. A printed sheet is in this one."
    >
      {(wiring) => (
        <span className={ui.input}>
          <select {...wiring} name="locale" defaultValue="en">
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageName(language)}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
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
