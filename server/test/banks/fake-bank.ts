import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type BankProfile, bankProfileSchema } from "../../connectors/profile-schema";

// A bank that the test itself scripts, for faults that the simulated bank does not have.

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const TIMEOUT_MS = 10_000;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** The profile of a Berlin Group bank that answers by `handler` until the test ends. */
export async function bankThat(handler: Handler, differs: Partial<BankProfile> = {}): Promise<BankProfile> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    handler(request, response, Buffer.concat(parts).toString("utf8"));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return profileAt((server.address() as AddressInfo).port, differs);
}

/** A profile of a bank at a port. A server is not required. */
export function profileAt(port: number, differs: Partial<BankProfile> = {}): BankProfile {
  const profile = bankProfileSchema.parse({
    id: "played",
    connector: "berlin-group",
    version: "1.3",
    environment: "test",
    baseUrl: `http://127.0.0.1:${port}/psd2`,
    hosts: [`127.0.0.1:${port}`],
    products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
    idempotency: "none",
    cancel: true,
    finality: "ACSC",
    initiateTimeoutMs: TIMEOUT_MS,
    statusTimeoutMs: TIMEOUT_MS,
    tokenTimeoutMs: TIMEOUT_MS,
  });
  return { ...profile, ...differs };
}

/** Answers in JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
