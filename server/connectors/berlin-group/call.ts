import type { z } from "zod";
import { type HttpAnswer, sendRequest } from "../../lib/http-client";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { parseJson, unreadable } from "../answer-body";
import { tlsOf } from "../key-material";
import type { Failure, Grant, Outcome, PsuContext } from "../port";
import type { BankProfile } from "../profile-schema";
import { simulationHeaders } from "../simulated-profile";
import { failureOf, type Method } from "./errors";
import { refuseServerAddress } from "./links";
import { signatureHeaders } from "./signature";

const MAX_HEADER_LENGTH = 512;
/** Sent where the standard demands a PSU-IP-Address and no person stands behind the call. */
const NO_PSU_ADDRESS = "127.0.0.1";

type Call<T> = {
  /** For the log. */
  operation: string;
  method: Method;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** X-Request-ID; a new one where none must be kept. */
  requestId?: string;
  deadlineMs: number;
  /** What a 2xx must hold. An empty body is read as `{}`. */
  schema: z.ZodType<T>;
  /** The bank's authorisation server: it takes forms, wants no signature, and has error words of its own. */
  authorisationServer?: { failureOf: (answer: HttpAnswer) => Failure };
};

type Answer<T> = { value: T; status: number; headers: Record<string, string> };

/** One call by the standard, from the link to the parsed answer. Logs what failed, without bodies. */
export async function callBank<T>(profile: BankProfile, call: Call<T>): Promise<Outcome<Answer<T>>> {
  const requestId = call.requestId ?? newId();
  const outcome = refuseServerAddress(profile, call.url) ?? (await exchange(profile, call, requestId));
  if (!outcome.ok) {
    const { kind, code, detail } = outcome;
    log().warn(
      { bank: profile.id, operation: call.operation, bank_request_id: requestId, kind, bank_code: code, detail },
      "bank call failed",
    );
  }
  return outcome;
}

async function exchange<T>(profile: BankProfile, call: Call<T>, requestId: string): Promise<Outcome<Answer<T>>> {
  const { method, url, body, deadlineMs, authorisationServer } = call;
  const mediaType = authorisationServer ? "application/x-www-form-urlencoded" : "application/json";
  const headers: Record<string, string> = {
    Accept: "application/json",
    "X-Request-ID": requestId,
    ...(body === undefined ? {} : { "Content-Type": mediaType }),
    ...call.headers,
  };
  const signature = authorisationServer ? {} : await signatureHeaders(profile, { headers, body: body ?? "" });
  const tls = tlsOf(profile);
  const result = await sendRequest({
    method,
    url,
    headers: { ...headers, ...signature, ...simulationHeaders(url) },
    ...(body === undefined ? {} : { body }),
    ...(tls === null ? {} : { tls }),
    deadlineMs,
  });
  if (result.kind !== "answered") {
    return { ok: false, kind: result.kind === "not-sent" ? "unavailable" : "unknown", detail: result.detail };
  }
  const { answer } = result;
  if (answer.status < 200 || answer.status > 299) {
    const byPerson = headers["Authorization"] !== undefined;
    return authorisationServer ? authorisationServer.failureOf(answer) : failureOf(method, answer, { byPerson });
  }
  const parsed = call.schema.safeParse(parseJson(answer.body));
  if (!parsed.success) return unreadable(`${answer.status} ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
  return { ok: true, value: { value: parsed.data, status: answer.status, headers: answer.headers } };
}

/** What is told of the shopper. The address is the standard's one required header of an initiation and of a consent. */
export function psuHeaders(psu: PsuContext): Record<string, string> {
  const userAgent = headerText(psu.userAgent ?? "");
  return {
    "PSU-IP-Address": psu.ip === null ? NO_PSU_ADDRESS : plainAddress(psu.ip),
    "PSU-Accept-Language": headerText(psu.locale),
    ...(userAgent === "" ? {} : { "PSU-User-Agent": userAgent }),
  };
}

/** The access token of an approval by OAuth 2.0 (RFC 6750), where there was one. */
export function grantHeader(grant: Grant | undefined): Record<string, string> {
  return grant === undefined ? {} : { Authorization: `Bearer ${grant.accessToken}` };
}

/** PSU-IP-Address of account information: sent if and only if a person asked just now. */
export function psuAddressHeader(psuIp: string | undefined): Record<string, string> {
  return psuIp === undefined ? {} : { "PSU-IP-Address": plainAddress(psuIp) };
}

/** PSU-IP-Address of a consent, where it is required: ours, when no person asked. */
export function requiredPsuAddressHeader(psuIp: string | undefined): Record<string, string> {
  return psuAddressHeader(psuIp ?? NO_PSU_ADDRESS);
}

/** The standard's form is IPv4's: an address that is one is written as one (RFC 4291 §2.5.5.2). */
function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Printable ASCII only: a browser may send anything, and a refused header must not look like a lost payment. */
function headerText(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, "")
    .slice(0, MAX_HEADER_LENGTH)
    .trim();
}
