// A merchant's webhook receiver whose response a test can change.
import { expect } from "@playwright/test";
import { verifyWebhook } from "../../client/src/verify-webhook";
import { type Received, startReceiver } from "../../server/test/webhooks/receiver";

/** A verified delivery: the event's id and type, its body, and the status of the response. */
export type Taken = { id: string; type: string; body: string; status: number };

/**
 * A receiver on its own port. It verifies every call with `secret`, as an integrator does, and answers 400 when the
 * signature is wrong, else `status`.
 */
export async function shopReceiver() {
  const server = await startReceiver((response) => response.writeHead(500).end());
  const receiver = {
    url: server.url,
    /** The receiver's address for WEBHOOK_ALLOW_CIDRS. */
    network: `127.0.0.1/32:${new URL(server.url).port}`,
    secret: "",
    status: 200,
    taken: [] as Taken[],
    refused: 0,
    close: () => server.close(),
    /** The event types that were answered with this status, in the order of arrival. */
    typesOf: (status: number) => receiver.taken.filter((one) => one.status === status).map(({ type }) => type),
    /** Waits until exactly `count` calls were answered with 200. */
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
