import { setTimeout as pause } from "node:timers/promises";
import type { Spoilt } from "./payment-life";
import { SLOW_ANSWER_MS } from "./rules";

const BREAK_AFTER_MS = 20;
/** The beginning of an answer that never ends. */
const BEGINNING = new TextEncoder().encode('{"');

/** Makes what the scenario makes of an answer: late, or lost with the connection. */
export async function spoil(answer: Response, spoilt: Spoilt): Promise<Response> {
  if (spoilt === "slow") await pause(SLOW_ANSWER_MS);
  return spoilt === "lost" ? lostAnswer(answer) : answer;
}

const lost = new WeakSet<Response>();

/** Whether the answer is to be lost: a server that holds the connection cuts it instead of writing anything. */
export function isLost(answer: Response): boolean {
  return lost.has(answer);
}

/**
 * The answer as the caller sees it when the connection breaks. A server that does not ask `isLost` (Next) gets a body that
 * fails on its way, and then cuts the connection, for there is nothing else that it can do.
 */
function lostAnswer({ status, headers }: Response): Response {
  let began = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (began) {
        // In a turn of its own: a server that still holds the beginning back would answer with an error of its own.
        await pause(BREAK_AFTER_MS);
        controller.error(new Error("The connection is lost, as SIM-LOST asks for."));
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
