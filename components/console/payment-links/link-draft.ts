import type { Outputs } from "../../ui/queries";

/** The errors of the form by its fields. The server names fields as the API or as the call does. */
export type LinkErrors = Partial<
  Record<
    "amount" | "currency" | "reference" | "order" | "endpoints" | "recipient" | "success" | "failure" | "metadata",
    string
  >
>;

export type LinkDetail = Outputs["paymentLinks"]["get"];

/** The initial values of the form. */
export type NewLinkDraft = {
  amount?: string;
  currency?: string;
  reference?: string;
  orderId?: string;
  locale?: string;
  successUrl?: string;
  failureUrl?: string;
  endpoints?: readonly string[];
  metadata?: Readonly<Record<string, string>>;
};

/**
 * What `newPaymentReference` makes for a link without one (server/lib/money/payment-reference.ts). Of digits alone it is
 * far more often a person's own: the number of an invoice, `2026-0042`.
 */
const GENERATED_REFERENCE = /^(?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** The form for a copy of a link. */
export function draftLike(link: LinkDetail): NewLinkDraft {
  const { redirect_urls: redirects, order_id: orderId } = link;
  return {
    amount: link.decimal,
    currency: link.currency,
    // The copy gets a reference of its own: one of two links tells its payment apart on a statement.
    reference: GENERATED_REFERENCE.test(link.payment_reference) ? "" : link.payment_reference,
    locale: link.locale,
    // A link without an order number has its own ID there.
    ...(orderId === link.id ? {} : { orderId }),
    ...(redirects ? { successUrl: redirects.success_url, failureUrl: redirects.failure_url } : {}),
    endpoints: link.webhook_endpoints,
    metadata: link.metadata,
  };
}

/** Metadata as text, one pair per line: `table = 12`. */
export function metadataText(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");
}

/** Metadata of a text, or its error: a line without a name, or a name used twice. */
export function readMetadata(text: string): { metadata: Record<string, string> } | { error: string } {
  const metadata: Record<string, string> = {};
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === "") return { error: `Line ${index + 1} needs a name, an equals sign and a value.` };
    if (Object.hasOwn(metadata, name)) return { error: `“${name}” is used twice.` };
    metadata[name] = line.slice(at + 1).trim();
  }
  return { metadata };
}
