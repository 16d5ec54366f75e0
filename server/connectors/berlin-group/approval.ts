import { z } from "zod";
import type { BankLinks, NextStep, Outcome, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { callBank } from "./call";
import { absoluteLinks, linksSchema, refuseBrowserAddress } from "./links";
import { authorisationAddress, type Subject } from "./oauth";

/** The part of a response that directs the approval: of an order, or of the start of its authorisation. */
export const approvalSchema = z.object({
  _links: linksSchema.default({}),
  psuMessage: z.string().optional().catch(undefined),
});

type ApprovalResponse = { value: z.infer<typeof approvalSchema>; headers: Readonly<Record<string, string>> };
type Approval = { links: BankLinks; next: NextStep };

export type ApprovalContext = {
  subject: Subject;
  redirect: RedirectBack;
  /** The headers of the PSU and of the redirect, sent again when the authorisation is started separately. */
  headers: Record<string, string>;
  /** Milliseconds left for the remaining calls. */
  leftMs: () => number;
};

/** Links of the embedded approach, in which the PSU's credentials pass through us: not supported. */
const UNSUPPORTED = /^(startAuthorisationWith|updatePsu|select|authoriseTransaction)/;

/** The next step of an approval; starts the authorisation first where the bank requires it. */
export async function approvalOf(
  profile: BankProfile,
  first: ApprovalResponse,
  context: ApprovalContext,
): Promise<Outcome<Approval>> {
  const links = absoluteLinks(profile, first.value._links);
  const start = links["startAuthorisation"];
  if (hasAddress(links) || start === undefined) return nextStep(profile, links, [first], context);
  const outcome = await callBank(profile, {
    operation: "start-authorisation",
    method: "POST",
    url: start,
    headers: context.headers,
    body: "{}",
    deadlineMs: context.leftMs(),
    schema: approvalSchema,
  });
  if (!outcome.ok) return outcome;
  // Where the response names these, they are of the authorisation: a cancellation would delete that instead of the payment.
  const { self: _self, status: _status, ...started } = absoluteLinks(profile, outcome.value.value._links);
  return nextStep(profile, { ...links, ...started }, [outcome.value, first], context);
}

function hasAddress(links: BankLinks): boolean {
  return links["scaRedirect"] !== undefined || links["scaOAuth"] !== undefined;
}

/** `responses`: the latest first. */
async function nextStep(
  profile: BankProfile,
  links: BankLinks,
  responses: readonly ApprovalResponse[],
  { subject, redirect, leftMs }: ApprovalContext,
): Promise<Outcome<Approval>> {
  const { scaRedirect: url, scaOAuth: link } = links;
  const isNamed = responses.some(({ value }) => "scaRedirect" in value._links);
  if (url === undefined && isNamed)
    return { ok: false, kind: "protocol", detail: "The bank's redirect address cannot be read." };
  if (url !== undefined) {
    const next = { kind: "redirect" as const, url };
    return refuseBrowserAddress(profile, url) ?? { ok: true, value: { links, next } };
  }
  if (link !== undefined) {
    const address = await authorisationAddress(profile, { link, subject, redirect, deadlineMs: leftMs() });
    return address.ok ? { ok: true, value: { links, next: { kind: "redirect", url: address.value } } } : address;
  }
  const message = responses.find(({ value }) => value.psuMessage !== undefined)?.value.psuMessage;
  const approach = responses.map(({ headers }) => headers["aspsp-sca-approach"]).find((name) => name !== undefined);
  const isDecoupled =
    approach === undefined ? profile.decoupled && message !== undefined : /^decoupled$/i.test(approach);
  if (isDecoupled) {
    return { ok: true, value: { links, next: { kind: "decoupled", ...withoutUndefined({ message }) } } };
  }
  const wanted =
    Object.keys(links).find((name) => UNSUPPORTED.test(name)) ??
    (/^embedded$/i.test(approach ?? "") ? approach : undefined);
  if (wanted !== undefined)
    return { ok: false, kind: "invalid", detail: `The bank requires an approval that is not supported: ${wanted}.` };
  return { ok: true, value: { links, next: { kind: "none" } } };
}

/** The redirect headers. One address for success and failure: the return is only a hint, and the status is fetched. */
export function redirectHeaders({ quirks }: BankProfile, redirect: RedirectBack): Record<string, string> {
  const url = new URL(redirect.uri);
  if (!quirks.oauthRedirectAsInitiated) url.searchParams.set("state", redirect.state);
  return { "TPP-Redirect-Preferred": "true", "TPP-Redirect-URI": url.href, "TPP-Nok-Redirect-URI": url.href };
}
