// A merchant's server that receives webhooks, and can be broken and repaired.
import { expect } from "@playwright/test";
import { verifyWebhook } from "../../client/src/verify-webhook";
import { type Received, startReceiver } from "../../server/test/receiver";

/** What arrived: the event's type, as the client understood it, and how it was answered. */
export type Taken = { id: string; type: string; body: string; status: number };

/**
 * A receiver on a port of its own. With `secret` set it verifies every call as an integrator does, and answers 400 to one
 * that it does not believe. While `status` is not 200 it answers that, whatever comes.
 */
export async function shopReceiver() {
  const server = await startReceiver((response) => response.writeHead(500).end());
  const receiver = {
    url: server.url,
    /** The network that an operator lets webhooks reach, so that they reach this one. */
    network: `127.0.0.1/32:${new URL(server.url).port}`,
    secret: "",
    status: 200,
    taken: [] as Taken[],
    refused: 0,
    close: () => server.close(),
    /** The types that were answered with this status, in the order of their arrival. */
    typesOf: (status: number) => receiver.taken.filter((one) => one.status === status).map(({ type }) => type),
    /** Waits until so many calls were answered with 200. */
    async expectAccepted(count: number): Promise<void> {
      await expect.poll(() => receiver.typesOf(200).length).toBe(count);
    },
  };
  const note = async ({ headers, body }: Received): Promise<number> => {
    try {
      const { id, type } = await verifyWebhook({ payload: body, headers, secret: receiver.secret });
      receiver.taken.push({ id, type, body: body.toString(), status: receiver.status });
      return receiver.status;
    } catch {
      receiver.refused += 1;
      return 400;
    }
  };
  server.answer = (response, call) => void note(call).then((status) => response.writeHead(status).end());
  return receiver;
}
