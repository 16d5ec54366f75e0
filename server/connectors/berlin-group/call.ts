import { isIPv4 } from "node:net";
import type { z } from "zod";
import { newId } from "../../lib/ids";
import { type HttpAnswer, sendRequest } from "../../lib/net/http-client";
import { headerText } from "../header-text";
import { tlsOf } from "../keys/key-material";
import { noteFailure } from "../note-failure";
import { notAnswered, parseJson, unreadable } from "../parse-response";
import type { Failure, Grant, Outcome, PsuContext } from "../port";
import type { BankProfile } from "../profile-schema";
import { simulationHeaders } from "../simulated-profile";
import { failureOf, type Method } from "./errors";
import { refuseServerAddress } from "./links";
import { signatureHeaders } from "./signature";

/** Sent where the standard requires a PSU-IP-Address, no PSU is present, and the connection has no `publicIpv4`. */
const NO_PSU_ADDRESS = "127.0.0.1";

type Call<T> = {
  /** For the log. */
  operation: string;
  method: Method;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** X-Request-ID; by default a new one. */
  requestId?: string;
  deadlineMs: number;
  /** The schema of a 2xx body. An empty body is `{}`. */
  schema: z.ZodType<T>;
  /** For calls of the bank's authorisation server: form bodies, no signature, OAuth error codes. */
  authorisationServer?: { failureOf: (answer: HttpAnswer) => Failure };
};

type Answer<T> = { value: T; status: number; headers: Record<string, string> };

/** Calls the bank and parses the response. Logs failures, without bodies. */
export async function callBank<T>(profile: BankProfile, call: Call<T>): Promise<Outcome<Answer<T>>> {
  const requestId = call.requestId ?? newId();
  const about = { bank: profile.id, operation: call.operation, bank_request_id: requestId };
  return noteFailure(about, refuseServerAddress(profile, call.url) ?? (await exchange(profile, call, requestId)));
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
  const result = await sendRequest({
    method,
    url,
    headers: { ...headers, ...signature, ...simulationHeaders(url) },
    body,
    tls: tlsOf(profile) ?? undefined,
    deadlineMs,
    isRepeatable: method === "GET",
  });
  if (result.kind !== "answered") return notAnswered(result);
  const { answer } = result;
  if (answer.status < 200 || answer.status > 299) {
    const byPerson = headers["Authorization"] !== undefined;
    return authorisationServer ? authorisationServer.failureOf(answer) : failureOf(method, answer, { byPerson });
  }
  const parsed = call.schema.safeParse(parseJson(answer.body));
  if (!parsed.success) return unreadable(`${answer.status} ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
  return { ok: true, value: { value: parsed.data, status: answer.status, headers: answer.headers } };
}

/** The PSU's headers. The standard requires only PSU-IP-Address, for an initiation and for a consent. */
export function psuHeaders(profile: BankProfile, psu: PsuContext): Record<string, string> {
  const userAgent = headerText(psu.userAgent ?? "");
  return {
    "PSU-IP-Address": psuAddress(profile, psu.ip),
    "PSU-Accept-Language": headerText(psu.locale),
    ...(userAgent === "" ? {} : { "PSU-User-Agent": userAgent }),
  };
}

/** The grant's access token (RFC 6750), if there is a grant. */
export function grantHeader(grant: Grant | undefined): Record<string, string> {
  return grant === undefined ? {} : { Authorization: `Bearer ${grant.accessToken}` };
}

/** PSU-IP-Address of account information: only when the PSU is present. */
export function psuAddressHeader(profile: BankProfile, psuIp: string | undefined): Record<string, string> {
  return psuIp === undefined ? {} : requiredPsuAddressHeader(profile, psuIp);
}

/** PSU-IP-Address of a consent, which requires it. */
export function requiredPsuAddressHeader(profile: BankProfile, psuIp: string | undefined): Record<string, string> {
  return { "PSU-IP-Address": psuAddress(profile, psuIp ?? null) };
}

/**
 * The standard has IPv4 addresses only, so an IPv4-mapped one is written as IPv4 (RFC 4291 §2.5.5.2). For a PSU with
 * another address or none, the standard wants ours, which a connection may have.
 */
function psuAddress({ publicIpv4 }: BankProfile, ip: string | null): string {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, "") ?? NO_PSU_ADDRESS;
  return publicIpv4 === undefined || (ip !== null && isIPv4(address)) ? address : publicIpv4;
}
