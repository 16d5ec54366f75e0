import { formatSeconds } from "../../ui/time/duration";
import { howRewritten } from "./body-variants";
import { asSent, parsed } from "./event-order";
import {
  type Evidence,
  type FormFault,
  type ReadHeaders,
  type ReadSignature,
  readDigest,
  readHeaders,
  readSignature,
} from "./evidence";
import { type Finding, type FindingKind, finding } from "./findings";
import { secretLines } from "./key-variants";
import { type Match, type Sought, search } from "./search";

export type Missing = "headers" | "body" | "secret";
export type Diagnosis =
  /** Not enough input for a computation; `findings` are those that are possible without one. */
  | { verdict: "incomplete"; missing: Missing[]; findings: Finding[] }
  /**
   * `old`: correct, but outside the receiver's five-minute tolerance. `yours`: the delivery is correct, but the
   * receiver's code computed another hash.
   */
  | { verdict: "right" | "old" | "yours" | "wrong"; findings: Finding[] };

const TOLERANCE_S = 300;
const MAX_SECONDS = 1e12;
/** `a, b and c`. */
export const AND = new Intl.ListFormat("en-GB");

/**
 * Diagnoses a delivery's signature: proven findings first, then likely ones. All of it is computed in the browser.
 * Needs `crypto.subtle` (see `canHash`).
 */
export async function diagnose(evidence: Evidence): Promise<Diagnosis> {
  const headers = readHeaders(evidence.headers);
  const secrets = secretLines(evidence.secret);
  const read = headers.signature === null ? null : readSignature(headers.signature);
  const early = [...formFindings(headers, read), ...pairFindings(evidence, headers, read)];
  const missing = missingFrom(evidence, headers, secrets);
  if (headers.signature === null && headers.isList) return { verdict: "wrong", findings: early };
  if (missing.length > 0) return { verdict: "incomplete", missing, findings: early };
  const sought = { ...headers, secrets, body: evidence.body, t: read?.t ?? headers.timestamp };
  const match = read?.digest ? await search({ ...sought, digest: read.digest }) : null;
  const found = read?.digest ? (match ? matchFindings(match, textOf(evidence.body)) : unmatched(evidence)) : [];
  const computed = await computedFindings(evidence, read, sought, match);
  const all = inOrder([...early, ...found, ...computed.map((one): Finding => ({ ...one, of: "code" }))]);
  if (all.length > 0) return { verdict: early.length + found.length > 0 ? "wrong" : "yours", findings: all };
  const age = ageFinding(read?.t ?? null, evidence.nowS);
  return age ? { verdict: "old", findings: [age] } : { verdict: "right", findings: [] };
}

function missingFrom(evidence: Evidence, headers: ReadHeaders, secrets: readonly string[]): Missing[] {
  const isThere: [Missing, boolean][] = [
    ["headers", headers.signature !== null],
    ["body", evidence.body.length > 0],
    ["secret", secrets.length > 0],
  ];
  return isThere.filter(([, is]) => !is).map(([name]) => name);
}

/** Faults whose message already says what to do. */
type NamedFault = "base64" | "upper_case" | "milliseconds";
const FORM: Record<Exclude<FormFault, NamedFault>, string> = {
  blanks: "It contains whitespace.",
  quotes: "It contains quotes.",
  order: "t must come before v1.",
  more: "It contains more than t and v1.",
  no_t: "It has no t.",
  odd_t: "t is not a number of seconds.",
  no_v1: "It has no v1.",
  cut: "Its hash is truncated.",
  unreadable: "Its hash is not 64 hex digits.",
};

function isNamed(fault: FormFault): fault is NamedFault {
  return fault === "base64" || fault === "upper_case" || fault === "milliseconds";
}

function formFindings({ signature, isList }: ReadHeaders, read: ReadSignature | null): Finding[] {
  if (signature === null) return isList ? [finding("no_signature")] : [];
  return (read?.faults ?? []).map((fault) =>
    isNamed(fault) ? finding(fault) : finding("malformed_signature", { why: FORM[fault] }),
  );
}

/** Contradictions between headers and body, independent of the hash. */
function pairFindings({ body }: Evidence, headers: ReadHeaders, read: ReadSignature | null): Finding[] {
  const found: Finding[] = [];
  const { timestamp, eventId, contentLength } = headers;
  if (timestamp !== null && read && read.t !== null && timestamp.trim() !== read.t) {
    const why = `X-Timestamp is ${timestamp.trim()}, t is ${read.t}.`;
    found.push(finding("timestamps_differ", { why }));
  }
  const document = parsed(new TextDecoder().decode(body));
  const id = document !== null && typeof document === "object" && !Array.isArray(document) ? document?.["id"] : null;
  if (eventId !== null && typeof id === "string" && id !== eventId.trim())
    found.push(finding("two_deliveries", { why: `The header has ${eventId.trim()}, the body ${id}.` }));
  if (contentLength !== null && body.length > 0 && contentLength !== body.length) {
    const why = `The header says ${contentLength} bytes; the body has ${body.length}.`;
    found.push(finding("body_length", { why }));
  }
  return found;
}

const KEY_FINDINGS: Record<NonNullable<Match["key"]["fault"]>, [FindingKind, string?]> = {
  prefix: ["prefix"],
  prefix_cut: ["prefix_cut"],
  decoded: ["decoded"],
  case: ["secret_case"],
  blanks: ["secret_around", "Without the whitespace around it the signature is valid."],
  quotes: ["secret_around", "Without the quotes the signature is valid."],
  name: ["secret_around", "Without the name before it the signature is valid."],
};

/** `made`: the hash is the one that the receiver's code computed; else the one in the header. */
function matchFindings({ key, stamp, body, algorithm }: Match, given: string, made = false): Finding[] {
  const found: Finding[] = [];
  if (algorithm === "SHA-256") found.push(finding("no_key"));
  if (key.fault !== null) {
    const [kind, why] = KEY_FINDINGS[key.fault];
    found.push(finding(kind, why ? { why } : {}));
  }
  if (stamp === "milliseconds") found.push(finding("milliseconds"));
  else if (stamp === "other_stamp") found.push(finding("timestamps_differ"));
  else if (stamp !== null) found.push(finding(stamp));
  if (body.fault === null) return found;
  if (body.fault !== "rewritten") return [...found, finding(body.fault)];
  const ways = AND.format(made ? howRewritten(body.text, given) : howRewritten(given, body.text));
  const why = made
    ? `Your code signs it ${ways || "in another format"}.`
    : `It was re-serialised${ways ? ` ${ways}` : ""}; in our format, the signature is valid.`;
  return [...found, finding("rewritten", { why })];
}

/** No variant yields this hash. The body decides which cause is likelier: the secret or a changed body. */
function unmatched({ body }: Evidence): Finding[] {
  const text = textOf(body);
  const maybe = { isSure: false };
  const tail: Finding[] = [finding("other_secret", { isSure: false, why: "Or the secret is different." })];
  if (text.includes("\ufffd"))
    return [finding("charset", { why: "It contains U+FFFD, which replaces lost characters.", ...maybe }), ...tail];
  if (asSent(text).includes(text)) return [finding("other_secret", maybe), finding("body_changed", maybe)];
  if (/^\s*[{[]/.test(text) && parsed(text) === undefined) return [finding("body_cut", maybe), ...tail];
  return [finding(asSent(text).length > 0 ? "rewritten" : "body_changed", maybe), ...tail];
}

/**
 * The faults of the receiver's code, relative to the secret and the body with which the delivery was signed, if they
 * are known; else to those given. If the hash follows from the given ones, their faults explain it.
 */
async function computedFindings(
  { computed }: Evidence,
  read: ReadSignature | null,
  sought: Omit<Sought, "digest">,
  delivered: Match | null,
): Promise<Finding[]> {
  const text = computed.trim().replace(/^.*v1=/, "");
  if (text === "") return [];
  const { digest, fault } = readDigest(text);
  if (digest === null) return [finding("computed_unknown", { isSure: false })];
  const form = fault !== null && isNamed(fault) ? [finding(fault)] : [];
  if (read?.digest && digest.join() === read.digest.join()) return form.length > 0 ? form : [finding("computed_same")];
  const signed = delivered && { secrets: [textOf(delivered.key.bytes)], body: delivered.body.bytes };
  for (const given of signed ? [{ ...sought, ...signed }, sought] : [sought]) {
    const match = await search({ ...given, digest, made: true });
    if (match) return [...form, ...matchFindings(match, textOf(given.body), true)];
  }
  return [finding("computed_unknown", { isSure: false })];
}

function ageFinding(t: string | null, nowS: number): Finding | null {
  const seconds = Number(t);
  if (t === null || !Number.isFinite(seconds) || seconds > MAX_SECONDS) return null;
  const ageS = Math.round(nowS - seconds);
  if (Math.abs(ageS) <= TOLERANCE_S) return null;
  const words = formatSeconds(Math.abs(ageS));
  return ageS > 0
    ? finding("stale", { why: `It is ${words} older than this computer’s clock.` })
    : finding("future", { why: `It is ${words} ahead of this computer’s clock.` });
}

/** Sorts proven findings before likely ones and removes duplicates. */
function inOrder(findings: Finding[]): Finding[] {
  const once = findings.filter(
    ({ kind, of }, index) => findings.findIndex((other) => other.kind === kind && other.of === of) === index,
  );
  return [...once.filter(({ isSure }) => isSure), ...once.filter(({ isSure }) => !isSure)];
}

function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
