import { type SimPaymentRow, timesAsked } from "../store";
import { refusal } from "./refusal";
import type { ObAnswer, Result } from "./resource-answers";

const RETRY_AFTER_S = 2;
/** `SIM-429`: so many questions are too many. */
const BUSY_TIMES = 2;
const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";

/**
 * What becomes of a question how a payment stands, where its scenario spoils it: `SIM-429` is told to wait a few times,
 * `SIM-BROKEN` gets an unknown code, a gateway's page and nothing at all, and then the truth. Null: nothing.
 * @throws refusal 429
 */
export async function troubledRead(
  payment: SimPaymentRow,
  answer: ObAnswer & { body: object },
): Promise<Result | null> {
  if (payment.scenario !== "429" && payment.scenario !== "BROKEN") return null;
  const times = await timesAsked(`ob-uk ${payment.id}`);
  if (payment.scenario === "429") {
    if (times <= BUSY_TIMES) throw refusal(429, [], { "Retry-After": `${RETRY_AFTER_S}` });
    return null;
  }
  if (times === 1) return { answer: { status: 200, body: withStatus(answer.body, "XXXX") } };
  if (times === 2) return { answer: { status: 502, html: HTML } };
  if (times === 3) return { answer: { status: 200, headers: { "Content-Type": "application/json" } } };
  return null;
}

function withStatus(body: object, status: string): object {
  const { Data, ...rest } = body as { Data: object };
  return { Data: { ...Data, Status: status }, ...rest };
}
