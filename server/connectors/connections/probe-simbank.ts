import { lookup } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "../../lib/log";
import { sendRequest } from "../../lib/net/http-client";
import { parseJson } from "../parse-response";

type Patience = { patienceMs?: number; signal?: AbortSignal };

/** A bank whose discovery document needs no key and no certificate. */
const PROBED = "/simbank/monzo";
const DEADLINE_MS = 5_000;
const RETRY_MS = 500;
/** A balancer sends requests here only some checks after this process is ready, and `npm run simbank` may start later. */
const PATIENCE_MS = 30_000;

/** Errors of the server's certificate or of TLS (Node's and OpenSSL's codes), which no retry changes. */
const TLS_ERROR = /CERT|SIGNATURE|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/;
const discovery = z.object({ issuer: z.string() });

const UNREACHABLE =
  "Make the name resolve and connect from this host too (a line in /etc/hosts, if it cannot reach its own public address), start npm run simbank if that serves it, or unset SIMBANK_ENABLED.";

/** What is wrong at SIMBANK_URL; `isLasting`: no retry changes it. */
type Fault = { sentence: string; isLasting: boolean };

/**
 * Whether the name in SIMBANK_URL resolves here: known before this process is ready, so that it is never ready without.
 * Null: it does; else what is wrong, after `patienceMs`.
 */
export function resolveSimbank(simbankUrl: string, patience: Patience = {}): Promise<string | null> {
  const name = new URL(simbankUrl).hostname.replace(/^\[|\]$/g, "");
  let isReported = false;
  const look = async () => {
    const failed = await lookup(name).then(
      () => null,
      (error: Error) => error,
    );
    if (failed === null) return null;
    const fault = faultAt(simbankUrl, failed.message, UNREACHABLE, false);
    if (!isReported) log().warn(`${fault.sentence} It is tried again, before this process is ready.`);
    isReported = true;
    return fault;
  };
  return whileItLasts(look, patience);
}

/**
 * Whether this process can reach the simulated bank at SIMBANK_URL, where payments would fail otherwise. Null: it can; else
 * what is wrong, with the remedy, after `patienceMs` for what may end by itself.
 */
export function probeSimbank(simbankUrl: string, patience: Patience = {}): Promise<string | null> {
  return whileItLasts(() => faultOf(simbankUrl), patience);
}

async function whileItLasts(
  look: () => Promise<Fault | null>,
  { patienceMs = PATIENCE_MS, signal }: Patience,
): Promise<string | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const fault = await look();
    if (fault === null || fault.isLasting || performance.now() > until) return fault?.sentence ?? null;
    await sleep(RETRY_MS, undefined, signal ? { signal } : {});
  }
}

function faultAt(simbankUrl: string, what: string, remedy: string, isLasting: boolean): Fault {
  return {
    sentence: `This process cannot use the simulated bank at SIMBANK_URL ${simbankUrl}: ${what}. ${remedy}`,
    isLasting,
  };
}

async function faultOf(simbankUrl: string): Promise<Fault | null> {
  const url = `${simbankUrl}${PROBED}/.well-known/openid-configuration`;
  const headers = { Accept: "application/json" };
  const result = await sendRequest({ method: "GET", url, headers, deadlineMs: DEADLINE_MS });
  const fault = (what: string, remedy: string, isLasting: boolean) => faultAt(simbankUrl, what, remedy, isLasting);
  if (result.kind !== "answered") {
    if (TLS_ERROR.test(result.detail)) {
      const remedy =
        "If the certificate is of a private authority, set NODE_EXTRA_CA_CERTS to the file of that authority's certificate, in the environment of the process: Node reads it before .env.";
      return fault(result.detail, remedy, true);
    }
    return fault(result.detail, UNREACHABLE, false);
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
