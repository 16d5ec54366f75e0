import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received call, the body as raw bytes. */
export type Received = { headers: IncomingHttpHeaders; body: Buffer };
/** Answers a call, or leaves it unanswered by doing nothing. */
export type Answer = (response: ServerResponse, call: Received) => void;

/** A real HTTP receiver, by default on a free port of 127.0.0.1. `answer` may be changed at any time. */
export async function startReceiver(answer: Answer, { host = "127.0.0.1", port = 0 } = {}) {
  const receiver = { url: "", received: [] as Received[], answer, close: () => server.close() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const call = { headers: request.headers, body: Buffer.concat(chunks) };
      receiver.received.push(call);
      receiver.answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  receiver.url = `http://${host}:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = () => {
    server.closeAllConnections();
    return server.close();
  };
  return receiver;
}
