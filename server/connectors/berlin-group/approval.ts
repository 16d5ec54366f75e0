import { z } from "zod";
import type { BankLinks, NextStep, Outcome, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank } from "./call";
import { absoluteLinks, linksSchema, refuseBrowserAddress } from "./links";
import { authorisationAddress, type Subject } from "./oauth";

/** What a bank says of an approval, in the answer to an order or to the start of its authorisation. */
export const approvalSchema = z.object({
  _links: linksSchema.default({}),
  psuMessage: z.string().optional().catch(undefined),
});

type Said = { value: z.infer<typeof approvalSchema>; headers: Readonly<Record<string, string>> };
type Approval = { links: BankLinks; next: NextStep };

export type Steering = {
  subject: Subject;
  redirect: RedirectBack;
  /** Of the shopper, and of the way back: sent again where the authorisation is started apart. */
  headers: Record<string, string>;
  /** Milliseconds left for all that is still to be asked. */
  leftMs: () => number;
};

/** Steps that want the shopper's own credentials or choices to pass through us: not supported. */
const UNSUPPORTED = /^(startAuthorisationWith|updatePsu|select|authoriseTransaction)/;

/** Follows the bank's steering: straight to the shopper, or by an authorisation that has to be started first. */
export async function approvalOf(profile: BankProfile, first: Said, steering: Steering): Promise<Outcome<Approval>> {
  const links = absoluteLinks(profile, first.value._links);
  const start = links["startAuthorisation"];
  if (hasAddress(links) || start === undefined) return nextStep(profile, links, [first], steering);
  const outcome = await callBank(profile, {
    operation: "start-authorisation",
    method: "POST",
    url: start,
    headers: steering.headers,
    body: "{}",
    deadlineMs: steering.leftMs(),
    schema: approvalSchema,
  });
  if (!outcome.ok) return outcome;
  const started = absoluteLinks(profile, outcome.value.value._links);
  return nextStep(profile, { ...links, ...started }, [outcome.value, first], steering);
}

function hasAddress(links: BankLinks): boolean {
  return links["scaRedirect"] !== undefined || links["scaOAuth"] !== undefined;
}

/** `said`: the latest answer first. */
async function nextStep(
  profile: BankProfile,
  links: BankLinks,
  said: readonly Said[],
  { subject, redirect, leftMs }: Steering,
): Promise<Outcome<Approval>> {
  const { scaRedirect: url, scaOAuth: link } = links;
  if (url !== undefined) {
    const next = { kind: "redirect" as const, url };
    return refuseBrowserAddress(profile, url) ?? { ok: true, value: { links, next } };
  }
  if (link !== undefined) {
    const address = await authorisationAddress(profile, { link, subject, redirect, deadlineMs: leftMs() });
    return address.ok ? { ok: true, value: { links, next: { kind: "redirect", url: address.value } } } : address;
  }
  const message = said.find(({ value }) => value.psuMessage !== undefined)?.value.psuMessage;
  const approach = said.map(({ headers }) => headers["aspsp-sca-approach"]).find((name) => name !== undefined);
  const isDecoupled =
    approach === undefined ? profile.decoupled && message !== undefined : /^decoupled$/i.test(approach);
  if (isDecoupled) {
    return { ok: true, value: { links, next: { kind: "decoupled", ...(message === undefined ? {} : { message }) } } };
  }
  const wanted =
    Object.keys(links).find((name) => UNSUPPORTED.test(name)) ??
    (/^embedded$/i.test(approach ?? "") ? approach : undefined);
  if (wanted !== undefined)
    return { ok: false, kind: "invalid", detail: `The bank wants an approval that is not supported: ${wanted}.` };
  return { ok: true, value: { links, next: { kind: "none" } } };
}

/** Where the shopper is sent back to. One address for yes and no: either is a hint, and the bank is asked. */
export function redirectHeaders({ quirks }: BankProfile, redirect: RedirectBack): Record<string, string> {
  const url = new URL(redirect.uri);
  if (!quirks.oauthRedirectAsInitiated) url.searchParams.set("state", redirect.state);
  return { "TPP-Redirect-Preferred": "true", "TPP-Redirect-URI": url.href, "TPP-Nok-Redirect-URI": url.href };
}
