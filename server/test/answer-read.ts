import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** On which Node announces each answer whose head a caller in this process has read. */
const RESPONSE_CHANNEL = "http.client.response.finish";

/** Calls back when the next answer that this process reads has given some of its body to the caller. */
export function onceBodyIsRead(act: (response: IncomingMessage) => void): void {
  const headIsRead = (message: unknown) => {
    unsubscribe(RESPONSE_CHANNEL, headIsRead);
    const { response } = message as { response: IncomingMessage };
    response.once("data", () => act(response));
  };
  subscribe(RESPONSE_CHANNEL, headIsRead);
}
