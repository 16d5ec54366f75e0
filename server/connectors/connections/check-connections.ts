import { startError } from "../../lib/config/start-error";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { deleteHealth } from "../guard/health-store";
import { daysLeft, stateOf } from "../keys/certificates";
import { readKeyFiles } from "../keys/key-files";
import { reloadProfileKeyFiles } from "../keys/key-material";
import type { BankProfile } from "../profile-schema";
import { listProfileRows } from "../profile-store";
import { readProfile } from "../profiles";
import { storedFaults } from "./check-connection";

/**
 * Validates every enabled connection before the process serves requests. A fault of a profile stops the start: a bank
 * would be missing without notice and its payments would not be completed. A fault of its files on this machine does not,
 * like an expired certificate: an alert is logged, only that bank is not called, and its payments wait.
 * @throws startError with a sentence for each fault
 */
export async function checkConnections(): Promise<void> {
  const sentences: string[] = [];
  for (const { id, profile: stored, bankIds } of await enabledRows()) {
    const { profile, faults: unreadable } = readProfile(stored);
    const faults = profile ? storedFaults({ profile, bankIds }) : unreadable;
    sentences.push(...faults.map((fault) => `The connection "${id}" cannot be used: ${fault}.`));
    const detail = profile ? readKeyFiles(profile.security).faults.join("; ") : "";
    if (detail !== "") log().error({ bank: id, detail, alert: true }, "a bank cannot be called");
  }
  if (sentences.length === 0) return;
  const advice = "Put the connection again (npm run -s bankside -- connection --help), or disable it.";
  throw startError([...sentences, advice].join("\n"));
}

/**
 * Logs certificates that have expired or expire within 30 days, of disabled connections too, whose payments continue. An
 * expired one of those is a warning, because the connection may have ended for good; a call of its bank alerts.
 */
export async function reportCertificates(): Promise<void> {
  for (const { profile, enabled } of await parsedConnections()) {
    for (const certificate of readKeyFiles(profile.security).certificates) {
      const state = stateOf(certificate);
      if (state === "valid") continue;
      const { field, file, validTo } = certificate;
      const about = {
        bank: profile.id,
        field,
        file,
        valid_to: validTo.toISOString(),
        days_left: daysLeft(certificate),
      };
      if (state !== "ended") log().warn(about, "a certificate expires soon");
      else if (enabled) log().error({ ...about, alert: true }, "a certificate has expired: its bank is not called");
      else log().warn(about, "a certificate of a disabled connection has expired");
    }
  }
}

/**
 * Reloads the PEM files of all connections, disabled ones too, for each connection all files or none, and closes the
 * circuits. For SIGHUP.
 */
export async function reloadKeyFiles(): Promise<void> {
  for (const { profile, enabled } of await parsedConnections()) {
    const faults = reloadProfileKeyFiles(profile);
    if (faults.length > 0) {
      const urgency = enabled ? { alert: true } : {};
      log().error({ bank: profile.id, faults, ...urgency }, "new key files are not valid: the old ones stay in use");
      continue;
    }
    await deleteHealth(db(), profile);
    log().info({ bank: profile.id }, "key files reloaded");
  }
}

async function enabledRows() {
  return (await listProfileRows(db())).filter(({ enabled }) => enabled);
}

async function parsedConnections(): Promise<{ profile: BankProfile; enabled: boolean }[]> {
  return (await listProfileRows(db())).flatMap(({ profile: stored, enabled }) => {
    const { profile } = readProfile(stored);
    return profile ? [{ profile, enabled }] : [];
  });
}
