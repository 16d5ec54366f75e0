import { countRequests, type SimPaymentRow } from "../store";
import { refusal } from "./refusal";
import type { ObAnswer, Result } from "./resource-answers";

const RETRY_AFTER_S = 2;
/** `SIM-429`: the number of status requests that are refused. */
const BUSY_TIMES = 2;
const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";

/**
 * The faulty answers to a status request: `SIM-429` refuses the first requests, `SIM-BROKEN` returns an unknown code, a
 * gateway's page and an empty body, each once, and then the real status. Null: no fault.
 * @throws refusal 429
 */
export async function troubledRead(
  payment: SimPaymentRow,
  answer: ObAnswer & { body: object },
): Promise<Result | null> {
  if (payment.scenario !== "429" && payment.scenario !== "BROKEN") return null;
  const times = await countRequests(`ob-uk ${payment.id}`);
  if (payment.scenario === "429") {
    if (times <= BUSY_TIMES) throw refusal(429, [], { "Retry-After": `${RETRY_AFTER_S}` });
    return null;
  }
  if (times === 1) {
    const { Data, ...rest } = answer.body as { Data: object };
    return { answer: { status: 200, body: { Data: { ...Data, Status: "XXXX" }, ...rest } } };
  }
  if (times === 2) return { answer: { status: 502, html: HTML } };
  if (times === 3) return { answer: { status: 200, headers: { "Content-Type": "application/json" } } };
  return null;
}
