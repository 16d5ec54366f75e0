import { addAccount } from "../../server/accounts/add-account";
import { putConnection } from "../../server/connectors/connections/put-connection";
import { SIMULATED_ACCOUNT_BANK } from "../../server/connectors/profiles";
import { createUser } from "../../server/identity/users/create-user";
import { newId } from "../../server/lib/ids";
import { fictitiousIban } from "../../server/lib/money/iban";
import { createMerchant } from "../../server/merchants/create-merchant";
import { query } from "../../server/test/database";
import { ctx } from "../../server/test/rows/fixtures";
import { newException } from "../../server/test/rows/payment-exceptions";
import type { Plans } from "./plan";
import type { ConsoleShop } from "./world";

// The data for valid operator calls: created for each call.

type PlatformPath = Extract<keyof Plans, `platform.${string}`>;

const all = { at: "platform" } as const;

/** A test connection to the simulated bank that is in no catalogue, in the operator's format. */
function connectionText(turn: number): string {
  const baseUrl = process.env["BASE_URL"] ?? "";
  const profile = {
    id: `matrix-${turn}`,
    connector: "berlin-group",
    version: "1.3",
    environment: "test",
    baseUrl: `${baseUrl}/simbank/bpi/xs2a`,
    hosts: [new URL(baseUrl).host],
    products: {},
    idempotency: "x-request-id",
    cancel: true,
    finality: "ACSC",
    clientId: "bankside-simulation",
  };
  return JSON.stringify({ profile });
}

async function newConnection(_shop: ConsoleShop, turn: number): Promise<{ id: string }> {
  const { id } = await putConnection(ctx, connectionText(turn));
  return { id };
}

async function newUserOfNobody(_shop: ConsoleShop, turn: number): Promise<{ email: string }> {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Of nobody" });
  return createUser(ctx, { email: `nobody${turn}@matrix.example`, name: "Nobody", role: "viewer", merchantId });
}

function newAccountOf(turn: number) {
  return {
    connectionId: SIMULATED_ACCOUNT_BANK,
    iban: fictitiousIban("EUR", `platform ${turn}`),
    currency: "EUR",
    roles: ["receiving"],
    simulated: true,
  };
}

async function addedAccount({ merchantId }: ConsoleShop, turn: number): Promise<{ id: string }> {
  return addAccount(ctx, { merchantId, ...newAccountOf(turn) });
}

/** A name request of a new merchant. */
async function newNameRequest(_shop: ConsoleShop, turn: number): Promise<{ id: string }> {
  const [id, { id: merchantId }] = [newId(), await createMerchant(ctx, { brandName: "To be renamed" })];
  const sql = "INSERT INTO merchant_name_requests (id, merchant_id, name, previous_name) VALUES ($1, $2, $3, $4)";
  await query(sql, [id, merchantId, `Name ${turn}`, "To be renamed"]);
  return { id };
}

export const PLATFORM_PLANS: Pick<Plans, PlatformPath> = {
  "platform.system.read": all,
  "platform.system.lastHour": all,
  "platform.system.mails": all,
  "platform.exceptions.list": { ...all, input: () => ({ kind: null }) },
  "platform.exceptions.resolve": {
    ...all,
    input: async ({ paymentId }) => ({ id: await newException(paymentId), note: "Asked the bank: it was paid once." }),
  },
  "platform.merchants.list": { ...all, input: () => ({ search: null, suspended: false, after: null }) },
  "platform.merchants.get": { ...all, input: ({ merchantId }) => ({ merchantId }) },
  "platform.merchants.create": {
    ...all,
    input: ({ partnerId }, turn) => ({ brandName: `New ${turn}`, country: "PT", partnerId }),
  },
  "platform.merchants.switch": {
    ...all,
    input: async () => {
      const { id: merchantId } = await createMerchant(ctx, { brandName: "To be suspended" });
      return { merchantId, to: "suspended", reason: "Complaints of shoppers." };
    },
  },
  "platform.names.list": all,
  "platform.names.approve": { ...all, input: newNameRequest },
  "platform.names.refuse": {
    ...all,
    input: async (shop, turn) => ({ ...(await newNameRequest(shop, turn)), reason: "Another firm has this name." }),
  },
  "platform.usage.list": all,
  "platform.usage.setLimit": {
    ...all,
    input: async () => {
      const { id: merchantId } = await createMerchant(ctx, { brandName: "To be limited" });
      return { merchantId, perMinute: 600 };
    },
  },
  "platform.partners.list": all,
  "platform.partners.get": { ...all, input: ({ partnerId }) => ({ partnerId }) },
  "platform.partners.create": { ...all, input: (_shop, turn) => ({ name: `Partner ${turn}` }) },
  "platform.banks.list": { ...all, input: () => ({ market: "PT", search: null }) },
  "platform.connections.list": all,
  "platform.connections.get": { ...all, input: newConnection },
  "platform.connections.read": { ...all, input: newConnection },
  "platform.connections.check": { ...all, input: (_shop, turn) => ({ text: connectionText(turn) }) },
  "platform.connections.put": { ...all, input: (_shop, turn) => ({ text: connectionText(turn) }) },
  "platform.connections.test": { ...all, input: newConnection },
  "platform.connections.switch": {
    ...all,
    input: async (shop, turn) => ({ ...(await newConnection(shop, turn)), to: "enabled" }),
  },
  "platform.accounts.list": { ...all, input: ({ merchantId }) => ({ merchantId }) },
  "platform.accounts.add": { ...all, input: ({ merchantId }, turn) => ({ merchantId, ...newAccountOf(turn) }) },
  "platform.accounts.setRoles": {
    ...all,
    input: async (shop, turn) => ({ ...(await addedAccount(shop, turn)), roles: ["settlement"] }),
  },
  "platform.accounts.close": { ...all, input: addedAccount },
  "platform.audit.list": all,
  "platform.audit.choices": all,
  "platform.audit.verify": all,
  "platform.people.list": { ...all, input: () => ({ search: null, place: {}, after: null }) },
  "platform.people.give": {
    ...all,
    input: (_shop, turn) => ({ email: `given${turn}@matrix.example`, name: "New", role: "viewer" }),
  },
  "platform.people.take": {
    ...all,
    input: async (_shop, turn) => {
      const email = `taken${turn}@matrix.example`;
      await createUser(ctx, { email, name: "Gone", role: "viewer" });
      return { email };
    },
  },
  "platform.people.switch": {
    ...all,
    input: async (shop, turn) => ({ ...(await newUserOfNobody(shop, turn)), to: "disabled" }),
  },
  "platform.people.requireTwoFactor": { ...all, input: () => ({ required: false }) },
  "platform.people.resetSignIn": { ...all, input: newUserOfNobody },
};
