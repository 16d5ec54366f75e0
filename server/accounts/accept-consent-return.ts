import { sealText, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { findByState } from "./consent-store";

/** The Console page that completes a consent: only the Console knows who is signed in. */
const CONSENT_RETURN_PATH = "/console/balances/return";

/**
 * Handles a browser that returns from a bank with the state of a consent. Null when the state is unknown, used or older
 * than half an hour. The bank's parameters go on to the Console, sealed in the redirect: this page has no session, and
 * only the user who requested the consent may complete it (`complete-renewal.ts`).
 */
export async function acceptConsentReturn(input: {
  state: string;
  params: Readonly<Record<string, string>>;
}): Promise<{ redirectTo: string } | null> {
  const row = await findByState(db(), sha256(input.state));
  if (!row) return null;
  const answer = sealText(JSON.stringify(input.params), row.id);
  return { redirectTo: `${CONSENT_RETURN_PATH}?${new URLSearchParams({ consent: row.id, answer })}` };
}
