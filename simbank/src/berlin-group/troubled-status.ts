import { countRequests, type SimPaymentRow } from "../store";
import { errorAnswer, jsonAnswer } from "./answers";

/** `SIM-429`: the number of status requests that are refused. */
const BUSY_TIMES = 2;
const RETRY_AFTER_S = 2;

/**
 * The faulty answers of `SIM-BROKEN` and `SIM-429` to the first status requests after the approval: an unknown code, a
 * gateway's HTML, a success without a body, each once; or two refusals. Null: the real status is returned.
 */
export async function troubledStatus(request: Request, payment: SimPaymentRow): Promise<Response | null> {
  if (!payment.approvedAt || (payment.scenario !== "BROKEN" && payment.scenario !== "429")) return null;
  const turn = await countRequests(`${payment.scenario} ${payment.id}`);
  if (payment.scenario === "429") {
    if (turn > BUSY_TIMES) return null;
    const headers = { "Retry-After": String(RETRY_AFTER_S) };
    return errorAnswer(request, 429, "ACCESS_EXCEEDED", "You ask too often.", { headers });
  }
  if (turn === 1) return jsonAnswer(request, 200, { transactionStatus: "XXXX" });
  if (turn === 2) {
    const html = "<html><body><h1>502 Bad Gateway</h1></body></html>\n";
    return new Response(html, { status: 502, headers: { "Content-Type": "text/html" } });
  }
  return turn === 3 ? new Response(null, { status: 200 }) : null;
}
