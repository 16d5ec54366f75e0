import { createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { connectionCause } from "./connection-cause.js";

/** Timeout of the whole exchange, as for a delivery. */
const DEADLINE_MS = 15_000;

/** The result at the local address: 2xx, another response or none, or no connection. */
export type LocalAnswer = {
  kind: "accepted" | "failed" | "unreachable";
  status: number | null;
  /** Why it failed. */
  reason: string | null;
  durationMs: number;
};

/** Posts an event once, as a delivery of now: same bytes and headers, new signature, no redirects. */
export async function forwardEvent(
  to: string,
  event: { id: string; payload: string },
  secret: string,
): Promise<LocalAnswer> {
  const startedAt = performance.now();
  const result = await post(to, event, secret);
  return { ...result, durationMs: Math.round(performance.now() - startedAt) };
}

function post(
  to: string,
  { id, payload }: { id: string; payload: string },
  secret: string,
): Promise<Omit<LocalAnswer, "durationMs">> {
  const timestampS = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${timestampS}.${payload}`, "utf8").digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Bankside-Webhooks/1",
    "X-Event-Id": id,
    "X-Timestamp": String(timestampS),
    "X-Signature": `t=${timestampS},v1=${signature}`,
    "Content-Length": String(Buffer.byteLength(payload)),
  };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const { request } = to.startsWith("https:") ? https : http;
  return new Promise((resolve) => {
    let isConnected = false;
    const fail = (error: Error) => {
      const late = `no response within ${DEADLINE_MS / 1000} s`;
      const reason = signal.aborted ? late : connectionCause(error);
      resolve({ kind: isConnected ? "failed" : "unreachable", status: null, reason });
    };
    // A connection of its own for each event, so that a restart of the receiver breaks none.
    const sent = request(to, { method: "POST", headers, signal, agent: false }, (response) => {
      const { statusCode: status = 0 } = response;
      response.on("error", fail);
      response.on("end", () => {
        const reason = reasonOf(status);
        resolve({ kind: reason === null ? "accepted" : "failed", status, reason });
      });
      response.resume();
    });
    const connected = to.startsWith("https:") ? "secureConnect" : "connect";
    sent.on("socket", (socket) => socket.once(connected, () => (isConnected = true)));
    sent.on("error", fail);
    sent.end(payload);
  });
}

/** Null: 2xx. */
function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirect (${status}), not followed` : `status ${status}`;
}
