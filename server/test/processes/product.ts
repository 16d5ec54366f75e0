import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiRequest, ApiResponse } from "../../http/api-request";
import { answerApi } from "../../http/handler";
import { apiListener } from "../../http/listener";

/** The caller's address in tests: from a network reserved for documentation (RFC 5737). */
export const PEER = { remoteAddress: "203.0.113.7", strict: true } as const;
/** The header with a call's remote address in tests, because every test has the same socket. */
export const REMOTE_ADDRESS = "x-test-remote-address";
/** Set on the answer to a call whose handler threw: the key of the error in `thrown`. */
export const THROWN = "x-test-thrown";

/** Errors that the handler threw in strict mode. */
export const thrown = new Map<string, unknown>();
let listening: Promise<number> | undefined;

/** The port of the public API in this process, behind the product's listener; open until the process ends. */
export function productPort(): Promise<number> {
  listening ??= listen(apiListener(answer));
  return listening;
}

async function answer(request: ApiRequest): Promise<ApiResponse> {
  try {
    return await answerApi(request, { ...PEER, remoteAddress: request.headers.get(REMOTE_ADDRESS) });
  } catch (error) {
    const number = String(thrown.size);
    thrown.set(number, error);
    return { status: 500, headers: { [THROWN]: number }, body: null };
  }
}

/** Serves on a free loopback port; neither the server nor its connections keep the process alive. */
export async function listen(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener);
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => socket.unref());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
