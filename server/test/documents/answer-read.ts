import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Node's diagnostics channel: a message for each response whose headers a caller in this process has read. */
const RESPONSE_CHANNEL = "http.client.response.finish";

/** Calls back when the caller has read part of the next response's body. */
export function onceBodyIsRead(act: (response: IncomingMessage) => void): void {
  const headIsRead = (message: unknown) => {
    unsubscribe(RESPONSE_CHANNEL, headIsRead);
    const { response } = message as { response: IncomingMessage };
    response.once("data", () => act(response));
  };
  subscribe(RESPONSE_CHANNEL, headIsRead);
}
