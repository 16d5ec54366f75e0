import { setTimeout as pause } from "node:timers/promises";
import type { Spoilt } from "./payment-life";
import { SLOW_ANSWER_MS } from "./rules";

const BREAK_AFTER_MS = 20;
/** The first bytes of an answer that never ends. */
const BEGINNING = new TextEncoder().encode('{"');

/** Applies the scenario's fault to an answer: late, or lost with the connection. */
export async function spoil(answer: Response, spoilt: Spoilt): Promise<Response> {
  if (spoilt === "slow") await pause(SLOW_ANSWER_MS);
  return spoilt === "lost" ? lostAnswer(answer) : answer;
}

const lost = new WeakSet<Response>();

/** Whether the answer gets lost: a server that owns the connection closes it without writing. */
export function isLost(answer: Response): boolean {
  return lost.has(answer);
}

/**
 * The answer as the caller sees it when the connection breaks. A server that does not check `isLost` (Next) gets a body
 * that fails while it is sent, and then closes the connection, because its headers are already sent.
 */
function lostAnswer({ status, headers }: Response): Response {
  let began = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (began) {
        // After a pause: a server that still buffers the first bytes would send an error answer instead.
        await pause(BREAK_AFTER_MS);
        controller.error(new Error("SIM-LOST: the connection is closed before the response."));
        return;
      }
      began = true;
      controller.enqueue(BEGINNING);
    },
  });
  const answer = new Response(body, { status, headers });
  lost.add(answer);
  return answer;
}
