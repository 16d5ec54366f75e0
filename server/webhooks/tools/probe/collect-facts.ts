import { isIPv6 } from "node:net";
import { now } from "../../../lib/clock";
import { checkUrl, type Guard, parseTarget } from "../../../lib/net/check-url";
import { mayConnect } from "../../../lib/net/forbidden-networks";
import { isUrl } from "../../../lib/net/parse-url";
import { type SafeAnswer, safeFetch } from "../../../lib/net/safe-fetch";
import { withinTime } from "../../../lib/net/within-time";
import { withoutSlot } from "../../../lib/request-slot";
import { refused } from "../../endpoints/endpoint-rules";
import { headerOf, type NameFacts, type ProbeCall, type ProbeFacts, type RedirectFacts } from "./facts";
import { isRedirect } from "./redirect-rules";

/** The whole probe, while a person waits. */
const PROBE_TIMEOUT_MS = 20_000;
const NAME_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_MS = 15_000;
/** The first is judged; the others only measure time. */
const CALLS = 3;
/** With less time left no further call starts. */
const WORTH_CALLING_MS = 500;

/** Headers and body of one call, with its own signature. */
export type SignedCall = { headers: Record<string, string>; body: string };

/**
 * Probes a saved URL through the guard that deliveries use: resolves the name, then makes up to three calls in sequence,
 * within 20 s in all. `signCall` runs before each call, so each is signed with the secret of that moment; null: the
 * endpoint has another URL now, and nothing more is sent to this one. If the guard refuses, nothing is sent. While the
 * merchant's servers answer, the request holds no slot.
 * @throws AppError VALIDATION_ERROR for another URL before the first call
 */
export async function collectFacts(
  { url, signed }: { url: string; signed: boolean },
  signCall: () => Promise<SignedCall | null>,
  guard: Guard,
): Promise<{ facts: ProbeFacts; sent: SignedCall | null }> {
  const startedAt = performance.now();
  const leftMs = () => PROBE_TIMEOUT_MS - (performance.now() - startedAt);
  const nothing = { url, signed, calls: [], redirect: null };
  const name = await nameFacts(url, guard);
  if (!mayBeCalled(name)) return { facts: { ...nothing, name }, sent: null };
  const sent = await signCall();
  if (!sent) throw refused("The URL changed during the test. Start a new test.");
  const first = await call(url, sent, CALL_TIMEOUT_MS, guard);
  // The guard resolves the name again, and the DNS answer may have changed.
  if (first.answer.kind === "refused") {
    return { facts: { ...nothing, name: { kind: "refused", reason: first.answer.reason } }, sent: null };
  }
  const calls = [first];
  while (first.answer.kind === "answered" && calls.length < CALLS && leftMs() > WORTH_CALLING_MS) {
    const next = await signCall();
    if (!next) break;
    calls.push(await call(url, next, Math.min(CALL_TIMEOUT_MS, leftMs()), guard));
  }
  const redirect = await redirectFacts(url, first.answer, guard, leftMs());
  return { facts: { url, signed, name, calls, redirect }, sent };
}

async function call(
  url: string,
  { headers, body }: SignedCall,
  totalTimeoutMs: number,
  guard: Guard,
): Promise<ProbeCall> {
  const bounds = { totalTimeoutMs, wantCertificate: true };
  const answer = await withoutSlot(() => safeFetch(url, { method: "POST", headers, body, ...bounds }, guard));
  return { answer, at: now() };
}

function mayBeCalled(name: NameFacts): boolean {
  return name.kind === "literal" || (name.kind === "resolved" && name.forbidden === 0);
}

async function nameFacts(url: string, guard: Guard): Promise<NameFacts> {
  const target = parseTarget(url, guard.allow);
  if (!target.ok) return { kind: "refused", reason: target.reason };
  if (target.literal !== null) return { kind: "literal" };
  const { hostname } = target.url;
  const addresses = await withoutSlot(() => withinTime(NAME_TIMEOUT_MS, guard.resolve(hostname))).catch(() => null);
  if (addresses === null || addresses.length === 0) return { kind: "unresolved" };
  const ipv6 = addresses.filter((address) => isIPv6(address)).length;
  const forbidden = addresses.filter((address) => !mayConnect(address, target.port, guard.allow)).length;
  return { kind: "resolved", ipv4: addresses.length - ipv6, ipv6, forbidden };
}

async function redirectFacts(
  url: string,
  answer: SafeAnswer,
  guard: Guard,
  leftMs: number,
): Promise<RedirectFacts | null> {
  if (answer.kind !== "answered" || !isRedirect(answer.status)) return null;
  const location = headerOf(answer.headers, "location");
  if (location === null || !isUrl(location, url)) return { target: null, allowed: false };
  const target = new URL(location, url).href;
  const verdict = await withinTime(Math.min(NAME_TIMEOUT_MS, Math.max(0, leftMs)), checkUrl(target, guard)).catch(
    () => null,
  );
  return { target, allowed: verdict?.ok === true };
}
