import { createCredential, type NewCredential } from "../../identity/credentials/create-credential";
import { issueToken } from "../../identity/tokens/issue-token";
import { PUBLIC_CALLER, systemCtx } from "../../lib/context";
import { createMerchant, type NewMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";

export const ctx = systemCtx("test");

export type Tenant = { merchantId: string; clientId: string; clientSecret: string; token: string };

/** An access token of a new credential. */
export async function tokenFor(owner: NewCredential["owner"], options: Partial<NewCredential> = {}): Promise<string> {
  const credential = await createCredential(ctx, { name: "Test", owner, ...options });
  return (await issueToken({ ...ctx, caller: PUBLIC_CALLER }, credential)).access_token;
}

/** A new merchant with credentials and a token. */
export async function newTenant(merchant: Partial<NewMerchant> = {}): Promise<Tenant> {
  const { id } = await createMerchant(ctx, { brandName: "Olaria do Norte", ...merchant });
  const credential = await createCredential(ctx, { name: "Test", owner: { merchantId: id } });
  const { access_token: token } = await issueToken({ ...ctx, caller: PUBLIC_CALLER }, credential);
  return { merchantId: id, clientId: credential.client_id, clientSecret: credential.client_secret, token };
}

/** A new partner with a token. */
export async function newPartner(): Promise<{ partnerId: string; token: string }> {
  const { id } = await createPartner(ctx, { name: "Ribeira" });
  return { partnerId: id, token: await tokenFor({ partnerId: id }) };
}
