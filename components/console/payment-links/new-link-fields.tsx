import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LANGUAGES } from "../../checkout/languages/languages";
import { formatLanguage } from "../../ui/display-names";
import { SelectField, TextField } from "../../ui/fields";
import { addressOf } from "../../ui/filter/filter-address";
import { groupDigits } from "../../ui/money";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { LinkErrors, NewLinkDraft } from "./link-draft";
import { LINKS_PATH, MAX_SEARCH } from "./link-filter";

const MAX_REFERENCE = 140;
const DAY_MS = 24 * 60 * 60 * 1000;

type FieldProps = { draft: NewLinkDraft; error: string | undefined };

type AmountProps = { draft: NewLinkDraft; currencies: readonly string[]; errors: LinkErrors };

export function AmountFields({ draft, currencies, errors }: AmountProps) {
  // The currency of a copied link, which may be another one: the server says what to use instead.
  const { currency = currencies.includes("EUR") ? "EUR" : currencies[0] } = draft;
  const choices = currency === undefined || currencies.includes(currency) ? currencies : [...currencies, currency];
  return (
    <div className={ui.pair}>
      <TextField
        id="link-amount"
        label="Amount"
        error={errors.amount}
        name="amount"
        inputMode="decimal"
        placeholder="150.00"
        defaultValue={draft.amount}
      />
      <SelectField id="link-currency" label="Currency" error={errors.currency} name="currency" defaultValue={currency}>
        {choices.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
    </div>
  );
}

export function ReferenceField({ draft, error }: FieldProps) {
  const [length, setLength] = useState(draft.reference?.length ?? 0);
  const help = (
    <>
      Shown on the page and on the bank statement; in GBP at most 18 characters. Letters, digits and{" "}
      <b>/ - ? : ( ) . , ' + # &amp;</b> are allowed. We generate one if you leave this empty.
    </>
  );
  const label = (
    <>
      Reference <small>{length === 0 ? "optional" : `${length} of ${MAX_REFERENCE}`}</small>
    </>
  );
  return (
    <TextField
      id="link-reference"
      label={label}
      help={help}
      error={error}
      name="reference"
      maxLength={MAX_REFERENCE}
      defaultValue={draft.reference}
      onChange={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}

export function OrderField({ draft, error }: FieldProps) {
  const [order, setOrder] = useState(draft.orderId ?? "");
  const open = useActiveLinkOf(order);
  return (
    <div>
      <TextField
        id="link-order"
        label="Order number"
        optional
        help="Your own reference. Doesn’t have to be unique."
        error={error}
        name="order"
        maxLength={255}
        defaultValue={draft.orderId}
        onBlur={(event) => setOrder(event.currentTarget.value.trim())}
      />
      <div role="status">
        {open ? (
          <Note tone="warn">
            An active link for {groupDigits(open.decimal)} {open.currency} already has this order number. Both links
            could be paid.{" "}
            <a href={addressOf(LINKS_PATH, { q: order })} target="_blank" rel="noreferrer">
              View link
            </a>
          </Note>
        ) : null}
      </div>
    </div>
  );
}

/** An active link of the shown mode with this order number. */
function useActiveLinkOf(order: string) {
  const { trpc, merchantId, test } = useConsole();
  const wanted = { merchantId, test, status: "active", search: order } as const;
  const canSearch = order !== "" && order.length <= MAX_SEARCH;
  const { data } = useQuery(trpc.paymentLinks.list.queryOptions(wanted, { enabled: canSearch }));
  return canSearch ? data?.items.find((link) => link.order_id === order) : undefined;
}

export function LanguageField({ draft }: Pick<FieldProps, "draft">) {
  const languages: readonly string[] = LANGUAGES;
  const { locale = "en" } = draft;
  const choices = languages.includes(locale) ? languages : [locale, ...languages];
  return (
    <SelectField
      id="link-locale"
      label="Language of the page"
      help="Customers can change it on the page. E-mails and printed sheets use this one."
      name="locale"
      defaultValue={locale}
    >
      {choices.map((language) => (
        <option key={language} value={language}>
          {formatLanguage(language)}
        </option>
      ))}
    </SelectField>
  );
}

/** The expiry, which the installation sets. */
export function LifeField({ lifeDays }: { lifeDays: number }) {
  const [end] = useState(() => new Date(Date.now() + lifeDays * DAY_MS).toISOString());
  return (
    <p className={ui.small}>
      Expires <Time at={end} />, or when it is paid.
    </p>
  );
}
