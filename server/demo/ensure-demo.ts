import { syncCatalogue } from "../banks/sync-catalogue";
import { ensureCredential } from "../identity/credentials/ensure-credential";
import { createUser, type NewUser } from "../identity/users/create-user";
import { DEMO_MERCHANT_IDS } from "../lib/config/demo-rules";
import { env } from "../lib/config/env";
import { localSecret } from "../lib/config/local-secrets";
import { type Ctx, systemCtx } from "../lib/context";
import { newCheckedSecret } from "../lib/crypto";
import { newId } from "../lib/ids";
import { setBusiness } from "../merchants/business/set-business";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { readMerchantsOfCaller, readPartnerName } from "../merchants/read-merchant";
import { demoWebhookSecret, demoWebhookUrl, ensureDemoShop } from "./ensure-demo-shop";
import { makeSamples } from "./samples/make-samples";

/** The output of `bankside demo --json`: the credentials and addresses that a newcomer or a test needs. */
export type DemoObject = {
  base_url: string;
  admin: { client_id: string; client_secret: string };
  partner: { id: string; client_id: string; client_secret: string };
  merchants: Array<{ id: string; brand_name: string; client_id: string; client_secret: string }>;
  console: { url: string; email: string };
  shop: { url: string };
};

const PARTNER = { id: "01931f00-0000-7000-8000-000000000001", name: "Ribeira Commerce Partners" };
/** The partner owns the first two merchants. The demo shop belongs to the first. */
const MERCHANTS = [
  { id: DEMO_MERCHANT_IDS[0], brandName: "Olaria do Norte", country: "PT", partnerId: PARTNER.id },
  { id: DEMO_MERCHANT_IDS[1], brandName: "Alder & Wren", country: "DE", partnerId: PARTNER.id },
  { id: DEMO_MERCHANT_IDS[2], brandName: "Kestrel Bicycles", country: "GB", partnerId: undefined },
] as const;

const OLARIA = { merchantId: MERCHANTS[0].id };

const OPERATOR_EMAIL = "helena@operator.example";

/** What the first merchant's receipts show. */
const OLARIA_DETAILS = {
  taxNumber: "PT 509 442 013",
  postalAddress: "Rua da Olaria 14\n4750-100 Barcelos",
  helpAddress: "ajuda@olaria.example",
};

/** One user for each kind of access to the Console; the first is the one in the newcomers' documentation. */
const CONSOLE_USERS = [
  { email: "ines@olaria.example", name: "Inês Carvalho", role: "owner", ...OLARIA },
  { email: "tiago@olaria.example", name: "Tiago Moreira", role: "admin", ...OLARIA },
  { email: "marta@olaria.example", name: "Marta Lopes", role: "developer", ...OLARIA },
  { email: "joao@olaria.example", name: "João Pedro Nunes", role: "finance", ...OLARIA },
  { email: "clara@olaria.example", name: "Clara Antunes", role: "viewer", ...OLARIA },
  { email: "rui@ribeira.example", name: "Rui Tavares", role: "owner", partnerId: PARTNER.id },
  { email: OPERATOR_EMAIL, name: "Helena Prado", role: "owner" },
] as const satisfies readonly NewUser[];

const CREDENTIALS = {
  admin: "01931f00-0000-7000-8000-000000000021",
  partner: "01931f00-0000-7000-8000-000000000022",
  [MERCHANTS[0].id]: "01931f00-0000-7000-8000-000000000023",
  [MERCHANTS[1].id]: "01931f00-0000-7000-8000-000000000024",
  [MERCHANTS[2].id]: "01931f00-0000-7000-8000-000000000025",
} as const;

/**
 * Creates the missing parts of the demo: bank catalogue, partner, three merchants with credentials, Console users, the
 * demo shop's webhook, and the merchants' past. Idempotent, with or without a running server. Secrets are stored in DATA_DIR.
 */
export async function ensureDemo(): Promise<DemoObject> {
  const ctx = systemCtx(newId());
  const { baseUrl, shopPort, demoSamples } = env();
  const shopUrl = `http://localhost:${shopPort}`;
  await syncCatalogue();
  await ensureMerchants(ctx);
  const admin = await credential(ctx, "admin", { kind: "admin", name: "Demo: platform" });
  const partner = await credential(ctx, "partner", { kind: "partner", name: "Demo: partner", partnerId: PARTNER.id });
  const merchants: DemoObject["merchants"] = [];
  for (const { id, brandName } of MERCHANTS) {
    const owned = await credential(ctx, id, { kind: "merchant", name: "Demo", merchantId: id });
    merchants.push({ id, brand_name: brandName, ...owned });
  }
  const userIds = new Map<string, string>();
  for (const user of CONSOLE_USERS) userIds.set(user.email, (await createUser(ctx, user)).id);
  await ensureDemoShop(ctx, { merchantId: MERCHANTS[0].id, shopUrl });
  if (demoSamples) {
    const shop = { ...OLARIA, url: demoWebhookUrl(), secret: demoWebhookSecret() };
    await makeSamples(ctx, { shop, operatorId: userIds.get(OPERATOR_EMAIL) ?? "" });
  }
  return {
    base_url: baseUrl,
    admin,
    partner: { id: PARTNER.id, ...partner },
    merchants,
    console: { url: `${baseUrl}/console`, email: CONSOLE_USERS[0].email },
    shop: { url: shopUrl },
  };
}

async function ensureMerchants(ctx: Ctx): Promise<void> {
  if ((await readPartnerName(ctx, PARTNER.id)) === null) await createPartner(ctx, PARTNER);
  const known = new Set((await readMerchantsOfCaller(ctx)).map(({ id }) => id));
  for (const { partnerId, ...merchant } of MERCHANTS) {
    if (known.has(merchant.id)) continue;
    const { businessVersion: version } = await createMerchant(ctx, {
      ...merchant,
      ...(partnerId ? { partnerId } : {}),
    });
    if (merchant.id === OLARIA.merchantId) await setBusiness(ctx, { ...OLARIA, ...OLARIA_DETAILS, version });
  }
}

type Owned = { kind: "admin" | "partner" | "merchant"; name: string; merchantId?: string; partnerId?: string };

async function credential(
  ctx: Ctx,
  key: keyof typeof CREDENTIALS,
  owned: Owned,
): Promise<{ client_id: string; client_secret: string }> {
  const id = CREDENTIALS[key];
  const secret = localSecret(env().dataDir, `client_secret.${id}`, () => newCheckedSecret("csec_"));
  await ensureCredential(ctx, { id, secret, ...owned });
  return { client_id: id, client_secret: secret };
}
