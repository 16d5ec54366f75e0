import { publicKeys } from "../../../simbank/src/open-banking/bank-keys";
import { installationSigningKey } from "../../connectors/keys/signing-key";
import { closeDb } from "../../lib/db";
import { setEnvironment } from "../environment";

/** Simulated banks with signatures that several test files use. */
const SIGNING_BANKS = ["monzo", "starling", "tsb", "lloyds-bank"];

/**
 * Writes into the tests' template the keys that every file would create at its first use: the installation's signing
 * key and those of a few simulated banks, 0.15 s of CPU each. A test of their creation deletes them first.
 */
export async function keepTemplateKeys(databaseUrl: string): Promise<void> {
  setEnvironment({ databaseUrl });
  await installationSigningKey();
  for (const bank of SIGNING_BANKS) await publicKeys(bank);
  await closeDb();
}
