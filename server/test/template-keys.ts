import { installationSigningKey } from "../connectors/signing-key";
import { closeDb } from "../lib/db";
import { publicKeys } from "../simbank/open-banking/bank-keys";
import { setEnvironment } from "./environment";

/** Simulated banks that several test files use and that sign. */
const SIGNING_BANKS = ["monzo", "starling", "tsb", "lloyds-bank"];

/**
 * Writes into the tests' template what every file would make for itself at its first use: the installation's signing key
 * and those of a few simulated banks, 0.15 s of CPU each. A test that is about their making deletes them first.
 */
export async function keepTemplateKeys(databaseUrl: string): Promise<void> {
  setEnvironment({ databaseUrl });
  await installationSigningKey();
  for (const bank of SIGNING_BANKS) await publicKeys(bank);
  await closeDb();
}
