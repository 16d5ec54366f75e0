import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { sendRequest } from "../../lib/net/http-client";
import { parseJson } from "../parse-response";

/** A bank whose discovery document needs no key and no certificate. */
const PROBED = "/simbank/monzo";
const DEADLINE_MS = 5_000;
const RETRY_MS = 500;
/** A balancer sends requests here only some checks after this process is ready, and `npm run simbank` may start later. */
const PATIENCE_MS = 30_000;

/** Errors of the server's certificate or of TLS (Node's and OpenSSL's codes), which no retry changes. */
const TLS_ERROR = /CERT|SIGNATURE|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/;
const discovery = z.object({ issuer: z.string() });

/** What is wrong at SIMBANK_URL; `isLasting`: no retry changes it. */
type Fault = { sentence: string; isLasting: boolean };

/**
 * Whether this process can reach the simulated bank at SIMBANK_URL, where payments would fail otherwise. Null: it can; else
 * what is wrong, with the remedy, after `patienceMs` for what may end by itself.
 */
export async function probeSimbank(
  simbankUrl: string,
  { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<string | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const fault = await faultOf(simbankUrl);
    if (fault === null || fault.isLasting || performance.now() > until) return fault?.sentence ?? null;
    await sleep(RETRY_MS, undefined, signal ? { signal } : {});
  }
}

async function faultOf(simbankUrl: string): Promise<Fault | null> {
  const url = `${simbankUrl}${PROBED}/.well-known/openid-configuration`;
  const headers = { Accept: "application/json" };
  const result = await sendRequest({ method: "GET", url, headers, deadlineMs: DEADLINE_MS });
  const fault = (what: string, remedy: string, isLasting: boolean) => ({
    sentence: `This process cannot use the simulated bank at SIMBANK_URL ${simbankUrl}: ${what}. ${remedy}`,
    isLasting,
  });
  if (result.kind !== "answered") {
    if (TLS_ERROR.test(result.detail)) {
      const remedy =
        "If the certificate is of a private authority, set NODE_EXTRA_CA_CERTS to the file of that authority's certificate, in the environment of the process: Node reads it before .env.";
      return fault(result.detail, remedy, true);
    }
    const remedy =
      "Make the name resolve and connect from this host too (a line in /etc/hosts, if it cannot reach its own public address), start npm run simbank if that serves it, or unset SIMBANK_ENABLED.";
    return fault(result.detail, remedy, false);
  }
  const { status, body } = result.answer;
  const found = discovery.safeParse(parseJson(body)).data?.issuer;
  if (status === 200 && found === simbankUrl + PROBED) return null;
  if (status === 200 && found !== undefined) {
    const remedy = "Set the same SIMBANK_URL for the product and for npm run simbank.";
    return fault(`the bank there calls itself ${new URL(found).origin}`, remedy, true);
  }
  const remedy =
    "Set SIMBANK_URL to a second name of this installation, whose proxy passes the Host header on, or to the address of npm run simbank.";
  return fault(`another program answers there, with status ${status}`, remedy, status < 500);
}
