import { db } from "../lib/db";
import { log } from "../lib/log";
import { startError } from "../lib/start-error";
import { daysLeft, stateOf } from "./certificates";
import { keptFaults } from "./check-connection";
import { deleteHealth } from "./health-store";
import { readKeyFiles } from "./key-files";
import { rereadKeyFiles } from "./key-material";
import { type BankProfile, bankProfileSchema } from "./profile-schema";
import { listProfileRows } from "./profile-store";

/**
 * Holds every enabled connection to what it has to be, before anything is served over it. A fault that somebody made
 * refuses the start: left out, a bank would be missing in silence, and its payments never be followed up. A certificate
 * that has ended does not, because that is time's doing: the other banks' payments go on, and this bank is not called.
 * @throws startError with a sentence for each fault
 */
export async function checkConnections(): Promise<void> {
  const sentences: string[] = [];
  for (const { id, profile: kept, bankIds } of await enabledRows()) {
    const parsed = bankProfileSchema.safeParse(kept);
    const faults = parsed.success
      ? keptFaults({ profile: parsed.data, bankIds })
      : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    sentences.push(...faults.map((fault) => `The connection "${id}" cannot be used: ${fault}.`));
  }
  if (sentences.length === 0) return;
  const advice = "Mend the file or put the connection anew (npm run -s bankside -- connection --help), or disable it.";
  throw startError([...sentences, advice].join("\n"));
}

/** Says which certificates have ended or soon will, for somebody to get new ones in time. */
export async function reportCertificates(): Promise<void> {
  for (const profile of await enabledProfiles()) {
    for (const certificate of readKeyFiles(profile.security).certificates) {
      const state = stateOf(certificate);
      if (state === "valid") continue;
      const { place, file, validTo } = certificate;
      const about = {
        bank: profile.id,
        place,
        file,
        valid_to: validTo.toISOString(),
        days_left: daysLeft(certificate),
      };
      if (state === "ended") log().error({ ...about, alert: true }, "a certificate has ended: its bank is not called");
      else log().warn(about, "a certificate ends soon");
    }
  }
}

/**
 * Takes in new PEM files of all enabled connections, of each as a whole or not at all, and tries their banks anew.
 * For SIGHUP.
 */
export async function takeNewKeyFiles(): Promise<void> {
  for (const profile of await enabledProfiles()) {
    const faults = rereadKeyFiles(profile);
    if (faults.length > 0) {
      log().error({ bank: profile.id, faults, alert: true }, "new key files were not taken: the old ones stay in use");
      continue;
    }
    await deleteHealth(db(), profile);
    log().info({ bank: profile.id }, "key files were read again");
  }
}

async function enabledRows() {
  return (await listProfileRows(db())).filter(({ enabled }) => enabled);
}

async function enabledProfiles(): Promise<BankProfile[]> {
  return (await enabledRows()).flatMap(({ profile }) => {
    const parsed = bankProfileSchema.safeParse(profile);
    return parsed.success ? [parsed.data] : [];
  });
}
