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
  /** Not enough to compute with; what can be said already is said. */
  | { verdict: "incomplete"; missing: Missing[]; findings: Finding[] }
  /**
   * `old`: right, and outside of the five minutes in which a receiver takes it. `yours`: the delivery is right, and what the
   * receiver's code computed is not.
   */
  | { verdict: "right" | "old" | "yours" | "wrong"; findings: Finding[] };

const TOLERANCE_S = 300;
const MAX_SECONDS = 1e12;

/**
 * Says whether a delivery's signature is right and, if not, why: what the arithmetic shows first, then the likeliest. All
 * of it is computed here. Needs `crypto.subtle` (see `canHash`).
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

/** These say what to do by themselves. */
type NamedFault = "base64" | "upper_case" | "milliseconds";
const FORM: Record<Exclude<FormFault, NamedFault>, string> = {
  blanks: "There are blanks in it, or around it.",
  quotes: "There are quotes in it.",
  order: "t has to come before v1.",
  more: "There is more in it than t and v1.",
  no_t: "It has no t.",
  odd_t: "Its t is not a number of seconds.",
  no_v1: "It has no v1.",
  cut: "Its hash is cut short.",
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

/** What does not belong together, whatever the hash says. */
function pairFindings({ body }: Evidence, headers: ReadHeaders, read: ReadSignature | null): Finding[] {
  const found: Finding[] = [];
  const { timestamp, eventId, contentLength } = headers;
  if (timestamp !== null && read && read.t !== null && timestamp.trim() !== read.t) {
    const why = `X-Timestamp says ${timestamp.trim()}, the signature says ${read.t}.`;
    found.push(finding("timestamps_differ", { why }));
  }
  const document = parsed(new TextDecoder().decode(body));
  const id = document !== null && typeof document === "object" && !Array.isArray(document) ? document?.["id"] : null;
  if (eventId !== null && typeof id === "string" && id !== eventId.trim())
    found.push(finding("two_deliveries", { why: `The header says ${eventId.trim()}, the body ${id}.` }));
  if (contentLength !== null && body.length > 0 && contentLength !== body.length) {
    const why = `The header says ${contentLength} bytes, and there are ${body.length}.`;
    found.push(finding("body_length", { why }));
  }
  return found;
}

const KEY_FINDINGS: Record<NonNullable<Match["key"]["fault"]>, [FindingKind, string?]> = {
  prefix: ["prefix"],
  prefix_cut: ["prefix_cut"],
  decoded: ["decoded"],
  case: ["secret_case"],
  blanks: ["secret_around", "Without the blanks or new lines around it the signature is right."],
  quotes: ["secret_around", "Without the quotes the signature is right."],
  name: ["secret_around", "Without the name in front of it the signature is right."],
};

/** `made`: of the hash that the receiver's code computed; else of the one in the header. */
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
  const ways = listed(made ? howRewritten(body.text, given) : howRewritten(given, body.text));
  const why = made
    ? `Your code signs it ${ways || "in another form"}.`
    : `It was written ${ways || "anew"}; put back into our form, the signature is right.`;
  return [...found, finding("rewritten", { why })];
}

/** Nothing gives this hash. Whether the body looks untouched says which of the two it is, secret or body. */
function unmatched({ body }: Evidence): Finding[] {
  const text = textOf(body);
  const maybe = { isSure: false };
  const tail: Finding[] = [finding("other_secret", { isSure: false, why: "Or it is the secret." })];
  if (text.includes("\ufffd"))
    return [
      finding("charset", { why: "It holds U+FFFD, which stands for letters that were lost.", ...maybe }),
      ...tail,
    ];
  if (asSent(text).includes(text)) return [finding("other_secret", maybe), finding("body_changed", maybe)];
  if (/^\s*[{[]/.test(text) && parsed(text) === undefined) return [finding("body_cut", maybe), ...tail];
  return [finding(asSent(text).length > 0 ? "rewritten" : "body_changed", maybe), ...tail];
}

/**
 * What the receiver's code does otherwise: measured by the secret and the body that the delivery was signed with, where
 * they are known; else by those that were given. A hash that follows from these is explained by what is wrong with them.
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
  const words = duration(Math.abs(ageS));
  return ageS > 0
    ? finding("stale", { why: `It was made ${words} before this computer's clock.` })
    : finding("future", { why: `It is ${words} ahead of this computer's clock.` });
}

/** In the two largest units that fit: "2 days 3 h", "12 min 5 s". */
export function duration(seconds: number): string {
  const units: [number, string][] = [
    [86_400, seconds >= 2 * 86_400 ? " days" : " day"],
    [3_600, " h"],
    [60, " min"],
    [1, " s"],
  ];
  let rest = seconds;
  const parts: string[] = [];
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}

/** What is shown stands before what is likely, and nothing stands twice. */
function inOrder(findings: Finding[]): Finding[] {
  const once = findings.filter(
    ({ kind, of }, index) => findings.findIndex((other) => other.kind === kind && other.of === of) === index,
  );
  return [...once.filter(({ isSure }) => isSure), ...once.filter(({ isSure }) => !isSure)];
}

function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
