import { doTogether } from "../../lib/batcher";
import type { Ctx } from "../../lib/context";
import { equalInConstantTime, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { refuseOtherAddresses } from "../credentials/allowed-networks";
import { findSecrets } from "../credentials/store";
import type { TokenSet } from "../schema";
import type { NewFamily } from "./family-store";
import { beginFamily, storeFamilies } from "./token-set";

const NO_HASH = new Uint8Array(32);
const findSecret = doTogether((ids: readonly string[]) => findSecrets(db(), ids), { maxItems: 100 });
const storeFamily = doTogether(
  async (rows: readonly NewFamily[]) => {
    await storeFamilies(db(), rows);
    return rows.map(() => undefined);
  },
  { maxItems: 100 },
);

type Client = { client_id: string; client_secret: string };

/**
 * OAuth 2.0 client credentials (RFC 6749 §4.4) → a token set.
 * @throws AppError as `authenticateClient` does
 */
export async function issueToken(ctx: Ctx, client: Client): Promise<TokenSet> {
  const { endsInS } = await authenticateClient(ctx, client);
  return beginFamily(storeFamily, { credentialId: client.client_id }, endsInS);
}

/**
 * The limits of a client with the right secret. An unknown client, a wrong secret and a credential that was disabled or
 * has ended get the same response after the same work.
 * @throws AppError UNAUTHORIZED; FORBIDDEN for the right secret from an address that the credential does not allow
 */
export async function authenticateClient(ctx: Ctx, input: Client): Promise<{ endsInS: number | null }> {
  const stored = await findSecret(input.client_id);
  const matches = equalInConstantTime(sha256(input.client_secret), stored?.secretHash ?? NO_HASH);
  if (!stored || !matches)
    throw new AppError("UNAUTHORIZED", { message: "The client ID or the client secret is wrong." });
  refuseOtherAddresses(ctx, stored);
  return stored;
}
