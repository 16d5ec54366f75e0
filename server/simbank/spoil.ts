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

/**
 * The answer as the caller sees it when the connection breaks: by a body that fails on its way. Every server under this
 * bank (Next, the adapter of node:http) then cuts the connection, for there is nothing else that it can do.
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
  return new Response(body, { status, headers });
}
