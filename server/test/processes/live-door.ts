import https from "node:https";
import type { TLSSocket } from "node:tls";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../lib/config/simulation-key";
import type { Authority } from "../banks/certificates";
import { onLoopback } from "./on-loopback";

/** A bank's server that accepts every client certificate of its authority. */
export type LiveDoor = {
  /** https */
  origin: string;
  /** The common name of each caller's certificate, and the path, in order. */
  visits: { name: string; path: string }[];
  close(): Promise<void>;
};

/**
 * Mutual TLS in front of a bank at `origin`, like a real bank's gateway. Replaces the bank's addresses in its answers
 * by its own.
 */
export async function startLiveDoor(authority: Authority, origin: () => string): Promise<LiveDoor> {
  const visits: LiveDoor["visits"] = [];
  const options = { ...authority.issue("bank"), ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const server = https.createServer(options, async (request, response) => {
    const name = String((request.socket as TLSSocket).getPeerCertificate().subject.CN);
    visits.push({ name, path: request.url ?? "" });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { host: _host, connection: _connection, "content-length": _size, ...headers } = request.headers;
    const answer = await fetch(`${origin()}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        // TLS ends here, so the proxy authenticates the caller to the bank.
        [SIMULATION_KEY_HEADER]: simulationKeys(),
      },
      body: body.length > 0 ? body : null,
      redirect: "manual",
    });
    const text = (await answer.text()).replaceAll(origin(), door);
    const { "content-length": _length, connection: _kept, ...more } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, more).end(text);
  });
  const { origin: door, close } = await onLoopback(server);
  return { origin: door, visits, close };
}
