import { isUuid, newId } from "../../../server/lib/ids";
import type { Spoilt } from "../payment-life";
import { SIGNATURE_HEADER, signMessage } from "./message-signature";
import { refusalOf } from "./refusal";

const INTERACTION_HEADER = "x-fapi-interaction-id";
const MESSAGES: Record<number, string> = {
  400: "The request is not valid.",
  403: "This is not permitted.",
  429: "Too many requests.",
  503: "The bank is not available right now.",
};

/** A resource's answer before it is signed. An answer without a body is not signed. */
export type ObAnswer = {
  status: number;
  body?: object;
  /** A gateway's HTML page instead of the bank's answer. */
  html?: string;
  headers?: Record<string, string>;
};

/** The body of a resource: its data and its own address. Fields that are undefined are left out of the JSON. */
export function resource<T extends object>(Self: string, Data: T, more: object = {}) {
  return { Data, ...more, Links: { Self }, Meta: {} };
}

/** `spoilt`: the answer gets lost or is late. */
export type Result = { answer: ObAnswer; spoilt?: Spoilt };

/** The answer as sent: with the interaction id, which is returned unchanged, and signed where the API signs. */
export async function send(request: Request, bank: string, answer: ObAnswer, signed: boolean): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store", ...answer.headers });
  headers.set(INTERACTION_HEADER, interactionOf(request));
  if (answer.html !== undefined) {
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(answer.html, { status: answer.status, headers });
  }
  if (!answer.body) return new Response(null, { status: answer.status, headers });
  const body = JSON.stringify(answer.body);
  headers.set("Content-Type", "application/json; charset=utf-8");
  if (signed) headers.set(SIGNATURE_HEADER, await signMessage(bank, body));
  return new Response(body, { status: answer.status, headers });
}

/** A UUID (RFC 4122); the bank creates one if the caller sent none. */
function interactionOf(request: Request): string {
  const given = request.headers.get(INTERACTION_HEADER) ?? "";
  return isUuid(given) ? given : newId();
}

/**
 * The answer to a thrown error, in the format of v3 (Read/Write Data API Profile v3.1.11, "Error Response Structure").
 */
export function answerOf(error: unknown): ObAnswer {
  const known = refusalOf(error);
  if (!known) throw error;
  const { status, errors, headers } = known;
  if (errors.length === 0) return { status, headers };
  const body = {
    Code: `${status}`,
    Id: newId(),
    Message: MESSAGES[status] ?? "The request was refused.",
    Errors: errors.map(({ code, message, path }) => ({ ErrorCode: code, Message: message, Path: path })),
  };
  return { status, body, headers };
}
