import { listBanks } from "../../server/banks/list-banks";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { disableCredential } from "../../server/identity/credentials/disable-credential";
import { USER_ROLES } from "../../server/identity/rules";
import { issueToken } from "../../server/identity/tokens/issue-token";
import { beginFamily, storeFamilies } from "../../server/identity/tokens/token-set";
import { createUser } from "../../server/identity/users/create-user";
import { PUBLIC_CALLER, SCOPES, type Scope } from "../../server/lib/context";
import { sha256 } from "../../server/lib/crypto";
import { db } from "../../server/lib/db";
import { createMerchant } from "../../server/merchants/create-merchant";
import { createPartner } from "../../server/merchants/create-partner";
import { createPaymentLink } from "../../server/payments/links/create-payment-link";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { query } from "../../server/test/database";
import { ctx, tokenFor } from "../../server/test/rows/fixtures";
import { ensureTestAccounts } from "../../server/test/rows/test-accounts";
import { createEvent } from "../../server/test/rows/webhook-events";
import { untilListable } from "../../server/test/webhooks/test-events";
import { setWebhookUrl } from "../../server/webhooks/endpoints/set-webhook-url";
import { MERCHANTS, type MerchantName, type Standing } from "./rules";

/** An IP address, so that no DNS is needed. */
export const HOOK = "https://93.184.215.14/hook";

type Environments = { live: string; test: string };

/** The ids of a merchant's objects that a call can name. */
export type Shop = {
  merchantId: string;
  client: { client_id: string; client_secret: string };
  links: Environments;
  payments: Environments;
  /** For the payments above. */
  paymentTokens: Environments;
  /** For payments that can be started. */
  startable: Environments;
};

export type MatrixCaller = Standing & { name: string; authorization: string | null };

export type World = {
  shops: Record<MerchantName, Shop>;
  callers: MatrixCaller[];
  /** Tokens of alpha's client, more than there are callers: each can be used once and for a few repeats. */
  refreshTokens: string[];
  bankId: string;
};

/** Three merchants of two partners, each with its own objects, and one caller of every kind, on alpha's side. */
export async function newWorld(): Promise<World> {
  await syncCatalogue();
  const [bank] = await listBanks({}, { currency: "EUR" });
  const [owner, other] = [await createPartner(ctx, { name: "Ribeira" }), await createPartner(ctx, { name: "Foz" })];
  const shops = {
    alpha: await newShop("alpha", owner.id),
    sibling: await newShop("sibling", owner.id),
    bravo: await newShop("bravo", other.id),
  };
  await untilListable();
  const callers = [
    ...(await credentialCallers(shops.alpha.merchantId, owner.id)),
    ...(await userCallers(shops.alpha.merchantId, owner.id)),
    ...(await refusedCallers(shops.alpha.merchantId)),
  ];
  const issue = () => issueToken({ ...ctx, caller: PUBLIC_CALLER }, shops.alpha.client);
  const sets = await Promise.all(Array.from({ length: 2 * callers.length }, issue));
  const refreshTokens = sets.map(({ refresh_token }) => refresh_token);
  return { shops, callers, refreshTokens, bankId: bank?.id ?? "" };
}

async function newShop(name: MerchantName, partnerId: string): Promise<Shop> {
  const { id: merchantId } = await createMerchant(ctx, { brandName: `Shop ${name}`, partnerId });
  const client = await createCredential(ctx, { name: "Matrix", owner: { merchantId } });
  await ensureTestAccounts(merchantId);
  await setWebhookUrl(ctx, { webhook_url: `${HOOK}/${name}`, merchant_id: merchantId });
  const body = (index: number) => ({
    merchant_id: merchantId,
    order: { amount: 2550, currency: "EUR", order_id: `${name} ${index}`, payment_reference: `Order ${name} ${index}` },
  });
  const links = [await createPaymentLink(ctx, body(1)), await createPaymentLink(ctx, body(2))];
  const payments: Awaited<ReturnType<typeof createPaymentRequest>>[] = [];
  for (const index of [3, 4, 5, 6]) payments.push(await createPaymentRequest(ctx, body(index)));
  // Live payments and links can be created only with a connected live bank.
  await query("UPDATE payment_links SET test = false WHERE id = $1", [links[0]?.link_id]);
  await query("UPDATE payment_requests SET test = false WHERE id = ANY($1)", [
    [payments[0]?.payment_request_id, payments[2]?.payment_request_id],
  ]);
  const object = { metadata: { order_id: `${name} events` } };
  for (const test of [true, false]) await createEvent(merchantId, { object, test });
  const two = (live: string | undefined, test: string | undefined) => ({ live: live ?? "", test: test ?? "" });
  return {
    merchantId,
    client,
    links: two(links[0]?.link_id, links[1]?.link_id),
    payments: two(payments[0]?.payment_request_id, payments[1]?.payment_request_id),
    paymentTokens: two(payments[0]?.payment_token, payments[1]?.payment_token),
    startable: two(payments[2]?.payment_token, payments[3]?.payment_token),
  };
}

const bearer = (token: string) => `Bearer ${token}`;

async function credentialCallers(merchantId: string, partnerId: string): Promise<MatrixCaller[]> {
  const owners = { merchant: { merchantId }, partner: { partnerId }, admin: "admin" } as const;
  const limits: { scopes: Scope[]; testOnly: boolean; suffix: string }[] = [
    { scopes: [], testOnly: false, suffix: "" },
    { scopes: [], testOnly: true, suffix: ", test only" },
    ...SCOPES.map((scope) => ({ scopes: [scope], testOnly: false, suffix: `, scope ${scope}` })),
  ];
  const callers: MatrixCaller[] = [];
  for (const kind of ["merchant", "partner", "admin"] as const) {
    for (const { scopes, testOnly, suffix } of limits) {
      const authorization = bearer(await tokenFor(owners[kind], { scopes, testOnly }));
      callers.push({ name: kind + suffix, kind, scopes, testOnly, authorization });
    }
  }
  return callers;
}

/** The scopes of a role, as in the README. */
const SCOPES_OF_ROLE: Record<(typeof USER_ROLES)[number], readonly Scope[]> = {
  owner: [],
  admin: [],
  developer: [],
  finance: ["read", "payments"],
  viewer: ["read"],
};

async function userCallers(merchantId: string, partnerId: string): Promise<MatrixCaller[]> {
  const places = {
    merchant: { merchantId, partnerId: null },
    partner: { merchantId: null, partnerId },
    admin: { merchantId: null, partnerId: null },
  };
  const callers: MatrixCaller[] = [];
  for (const kind of ["merchant", "partner", "admin"] as const) {
    // Every role once, in a merchant; elsewhere one role with all permissions and one without.
    for (const role of USER_ROLES.filter((each) => kind === "merchant" || each === "owner" || each === "viewer")) {
      const place = places[kind];
      const where = { ...(place.merchantId ? { merchantId } : {}), ...(place.partnerId ? { partnerId } : {}) };
      const user = await createUser(ctx, { email: `${role}@${kind}.example`, name: role, role, ...where });
      const { access_token } = await beginFamily((row) => storeFamilies(db(), [row]), { userId: user.id, ...place });
      const name = `user, ${role} in a ${kind}`;
      callers.push({ name, kind, scopes: SCOPES_OF_ROLE[role], testOnly: false, authorization: bearer(access_token) });
    }
  }
  return callers;
}

async function refusedCallers(merchantId: string): Promise<MatrixCaller[]> {
  const none = { kind: "merchant", scopes: [], testOnly: false } as const;
  const signIn = async (name: string) => {
    const credential = await createCredential(ctx, { name, owner: { merchantId } });
    const tokens = await issueToken({ ...ctx, caller: PUBLIC_CALLER }, credential);
    return { id: credential.client_id, ...tokens };
  };
  const [disabled, expired, revoked] = [await signIn("Disabled"), await signIn("Expired"), await signIn("Revoked")];
  await disableCredential(ctx, { id: disabled.id });
  const user = await createUser(ctx, { email: "gone@merchant.example", name: "Gone", role: "owner", merchantId });
  const { access_token: gone } = await beginFamily((row) => storeFamilies(db(), [row]), {
    userId: user.id,
    merchantId,
    partnerId: null,
  });
  await query("UPDATE access_tokens SET expires_at = app_now() WHERE hash = $1", [sha256(expired.access_token)]);
  await query(
    "UPDATE token_families SET revoked_at = app_now() WHERE id = (SELECT family_id FROM access_tokens WHERE hash = $1)",
    [sha256(revoked.access_token)],
  );
  await query("UPDATE users SET disabled_at = app_now() WHERE id = $1", [user.id]);
  const lost = (name: string, token: string): MatrixCaller => ({
    name,
    ...none,
    refusal: "INVALID_TOKEN",
    authorization: bearer(token),
  });
  return [
    { name: "no token", ...none, refusal: "NO_TOKEN", authorization: null },
    lost("disabled credential", disabled.access_token),
    lost("disabled user", gone),
    lost("expired token", expired.access_token),
    lost("revoked token", revoked.access_token),
    lost("refresh token", disabled.refresh_token),
    lost("unknown token", `atok_${"A".repeat(43)}`),
    lost("garbage", "garbage"),
    { ...lost("another scheme", ""), sendsBasic: true, authorization: "Basic YTpi" },
    { ...lost("empty header", ""), authorization: "" },
  ];
}

/** Every id in the database that belongs to a merchant, with its name: another caller's answer must not contain it. */
export async function marksOf(world: {
  shops: Record<MerchantName, Pick<Shop, "merchantId">>;
}): Promise<Record<MerchantName, string[]>> {
  const marks: Record<MerchantName, string[]> = { alpha: [], sibling: [], bravo: [] };
  const { rows } = await query<{ table_name: string }>(
    `SELECT a.table_name FROM information_schema.columns a JOIN information_schema.columns b USING (table_schema, table_name)
       WHERE table_schema = 'public' AND a.column_name = 'merchant_id' AND b.column_name = 'id' AND b.data_type = 'uuid'`,
  );
  for (const name of MERCHANTS) {
    const { merchantId } = world.shops[name];
    marks[name] = [merchantId, `Shop ${name}`, `Order ${name}`, `${HOOK}/${name}`];
    for (const { table_name: table } of rows) {
      const found = await query<{ id: string }>(`SELECT id FROM ${table} WHERE merchant_id = $1`, [merchantId]);
      marks[name].push(...found.rows.map(({ id }) => id));
    }
  }
  return marks;
}
