import type { Ctx } from "../lib/context";
import { seal, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { findByState } from "./consent-store";

/** The page of the Console that takes a return from a bank: only there is known who is signed in. */
const CONSENT_RETURN_PATH = "/console/balances/return";

/**
 * A browser came back from a bank with the state of a consent that a user asked for; null when the state is no consent's,
 * was taken before, or is past its half hour. Nothing is done here, because nothing here tells whose browser it is: a
 * stranger could be made to approve what somebody else asked for. What the bank sent travels on, sealed, to the Console,
 * which takes it from the user who asked, and from nobody else (`complete-renewal.ts`).
 */
export async function acceptConsentReturn(
  _ctx: Ctx,
  input: { state: string; params: Readonly<Record<string, string>> },
): Promise<{ redirectTo: string } | null> {
  const row = await findByState(db(), sha256(input.state));
  if (!row) return null;
  const answer = Buffer.from(seal(JSON.stringify(input.params), row.id)).toString("base64url");
  return { redirectTo: `${CONSENT_RETURN_PATH}?${new URLSearchParams({ consent: row.id, answer })}` };
}
