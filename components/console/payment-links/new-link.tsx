import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer, FormDrawer } from "../../ui/layers/layers";
import o from "../../ui/layers/overlay.module.css";
import { DetailSkeleton } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { RetryNote } from "../../ui/query-failure";
import { useAction } from "../../ui/use-action";
import { OtherModeNote } from "../frame/mode-switch";
import { draftLike, type LinkErrors, metadataText, type NewLinkDraft, readMetadata } from "./link-draft";
import { LinkPreview, type Typed } from "./link-preview";
import { AmountFields, LanguageField, LifeField, OrderField, ReferenceField } from "./new-link-fields";
import { EndpointsFold, MailFold, MetadataFold, ReturnFold } from "./new-link-folds";

const TITLE = "New payment link";

type CreatedLink = Outputs["paymentLinks"]["create"];

type NewLinkProps = {
  draft: NewLinkDraft;
  /** Days until a link expires. */
  lifeDays: number;
  /** Those that a bank takes in this mode. */
  currencies: readonly string[];
  onClose: () => void;
  onCreated: (created: CreatedLink) => void;
};

/** The form of a new link, with a preview of its page. */
export function NewLink({ draft, lifeDays, currencies, onClose, onCreated }: NewLinkProps) {
  const { trpc, merchantId, test } = useConsole();
  const create = useAction(trpc.paymentLinks.create, { unchanged: "Nothing was created.", onDone: onCreated });
  const [typed, setTyped] = useState(() => typedOf(draft));
  const [metadataError, setMetadataError] = useState<string>();
  const errors = errorsOf(create.errors, metadataError);
  const isAtField = Object.values(errors).some(Boolean);
  const send = (form: FormData) => {
    const own = readMetadata(textOf(form, "metadata"));
    setMetadataError("error" in own ? own.error : undefined);
    if ("error" in own) return;
    create.run({ merchantId, test, ...optionsOf(form), ...filled({ metadata: own.metadata }) });
  };
  return (
    <FormDrawer
      title={TITLE}
      wide
      onClose={onClose}
      action="Create link"
      act={{ ...create, failure: isAtField ? null : create.failure }}
      onSubmit={send}
      onEdit={(form) => setTyped(typedIn(form))}
      beside={<LinkPreview typed={typed} />}
    >
      <AmountFields draft={draft} currencies={currencies} errors={errors} />
      <ReferenceField draft={draft} error={errors.reference} />
      <OrderField draft={draft} error={errors.order} />
      <LanguageField draft={draft} />
      <LifeField lifeDays={lifeDays} />
      <div>
        <EndpointsFold draft={draft} error={errors.endpoints} />
        <MailFold error={errors.recipient} />
        <ReturnFold draft={draft} errors={errors} />
        <MetadataFold text={metadataText(draft.metadata ?? {})} error={errors.metadata} />
      </div>
    </FormDrawer>
  );
}

/** The form of a link like another one. */
export function CopyOfLink({ id, ...form }: { id: string } & Omit<NewLinkProps, "draft">) {
  const { trpc, merchantId, test } = useConsole();
  const { data, error, isFetching, refetch } = useQuery(trpc.paymentLinks.get.queryOptions({ merchantId, id }));
  if (data?.test_transaction === test) return <NewLink draft={draftLike(data)} {...form} />;
  return (
    <Drawer title={TITLE} wide onClose={form.onClose}>
      <div className={o.body}>
        {data ? (
          // A copy would be of the frame's mode: a live link, made of a test.
          <OtherModeNote what="payment link" test={data.test_transaction} />
        ) : error ? (
          <RetryNote error={error} retry={() => refetch()} busy={isFetching} />
        ) : (
          <DetailSkeleton label="Loading the link to duplicate" />
        )}
      </div>
    </Drawer>
  );
}

function typedOf({ amount = "", currency = "EUR", reference = "", locale = "en" }: NewLinkDraft): Typed {
  return { amount, currency, reference, locale };
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}

function typedIn(form: FormData): Typed {
  const [amount, currency] = [textOf(form, "amount"), textOf(form, "currency")];
  return { amount, currency, reference: textOf(form, "reference"), locale: textOf(form, "locale") };
}

/** The values that are filled in; empty fields are not sent. */
function filled<T extends object>(values: T): Partial<T> {
  const isFilled = ([, value]: [string, unknown]) =>
    typeof value === "string" ? value !== "" : Object.keys(value as object).length > 0;
  return Object.fromEntries(Object.entries(values).filter(isFilled)) as Partial<T>;
}

function optionsOf(form: FormData) {
  const { amount, currency, reference, locale } = typedIn(form);
  const redirects = filled({ success_url: textOf(form, "success"), failure_url: textOf(form, "failure") });
  const hasRedirects = Object.keys(redirects).length > 0;
  return {
    amount,
    currency,
    locale,
    ...filled({
      paymentReference: reference,
      orderId: textOf(form, "order"),
      recipient: textOf(form, "recipient"),
      webhookEndpoints: form.getAll("endpoint").map(String),
    }),
    // The API rejects one without the other, at the missing field.
    ...(hasRedirects ? { redirectUrls: { success_url: "", failure_url: "", ...redirects } } : {}),
  };
}

function errorsOf(fields: Record<string, string>, metadataError: string | undefined): LinkErrors {
  const wrong = (pattern: RegExp) => Object.entries(fields).find(([name]) => pattern.test(name))?.[1];
  const found = {
    amount: wrong(/^(order\.)?amount$/),
    currency: wrong(/^(order\.)?currency$/),
    reference: wrong(/^(paymentReference|order\.payment_reference)$/),
    order: wrong(/^(orderId|order\.order_id)$/),
    endpoints: wrong(/^(webhookEndpoints|webhook_endpoints)/),
    recipient: wrong(/^recipient$/),
    success: wrong(/success_url$/),
    failure: wrong(/failure_url$/),
    metadata: metadataError ?? wrong(/^metadata/),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}
