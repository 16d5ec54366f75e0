import { afterAll, beforeAll, vi } from "vitest";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { searchCalls } from "../../server/developer-tools/search-calls";
import { tester } from "../../server/developer-tools/tester";
import { callInProcess } from "../../server/http/call-in-process";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { USER_ROLES, type UserRole } from "../../server/identity/rules";
import { createSession, readSession, type Session } from "../../server/identity/sessions/sessions";
import { createUser } from "../../server/identity/users/create-user";
import { closeDb } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { createMerchant } from "../../server/merchants/create-merchant";
import { createPartner } from "../../server/merchants/create-partner";
import { createPaymentLink } from "../../server/payments/links/create-payment-link";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { newAccount, newPerson } from "../../server/test/banks/account-access";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { ctx } from "../../server/test/rows/fixtures";
import { startReceiver } from "../../server/test/webhooks/receiver";
import { createEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { setWebhookUrl } from "../../server/webhooks/endpoints/set-webhook-url";
import { sendTestEvent } from "../../server/webhooks/tools/send-test-event";
import type { MerchantName } from "../tenancy/rules";

/** The objects of a merchant that a Console call can name. A new kind of object gets a field here. */
export type ConsoleShop = {
  merchantId: string;
  partnerId: string;
  linkId: string;
  paymentId: string;
  /** Of the customer of that payment. */
  customerKey: string;
  credentialId: string;
  accountId: string;
  /** Name of a webhook endpoint, different for every shop. */
  endpoint: string;
  deliveryId: string;
  /** A call in the log of the API. */
  callId: string;
};

/** The scope of a role: the data that it permits. */
type Place = "merchant" | "partner" | "platform";

/** A Console user, as the tables of the Console's calls need one. */
export type ConsolePerson = {
  name: string;
  session: Session | null;
  role: UserRole | null;
  /** The role's scope. `elsewhere`: a merchant or partner unrelated to alpha. */
  place: Place | "elsewhere" | null;
  /** Whether the session is verified (step-up). */
  isVerified: boolean;
};

export type ConsoleWorld = {
  shops: Record<MerchantName, ConsoleShop>;
  people: ConsolePerson[];
  /** Of a receiver that may be called. */
  hookUrl: string;
};

/** For one row of a table of calls. */
export const ROW_TIMEOUT_MS = 120_000;

/** The world of all tests of a file, with its bank and its receiver. Registers hooks: call it once, at the top of a file. */
export function consoleWorldOfThisFile(): ConsoleWorld {
  vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
  simbankOfThisFile();
  const world = {} as ConsoleWorld;
  beforeAll(async () => {
    const receiver = await startReceiver((response) => response.end());
    Object.assign(world, await newConsoleWorld(receiver.url), { hookUrl: receiver.url });
    return () => receiver.close();
  }, ROW_TIMEOUT_MS);
  afterAll(closeDb);
  return world;
}

export function personNamed(name: string, { people }: ConsoleWorld): ConsolePerson {
  const found = people.find((person) => person.name === name);
  if (!found) throw new Error(`No ${name}: ${people.map((person) => person.name).join(", ")}`);
  return found;
}

/** Three merchants of two partners, each with its own objects, and a person of every kind on alpha's side. */
async function newConsoleWorld(hookUrl: string) {
  await syncCatalogue();
  const { id: ribeira } = await createPartner(ctx, { name: "Ribeira" });
  const { id: foz } = await createPartner(ctx, { name: "Foz" });
  const shops = {
    alpha: await newShop("alpha", ribeira, hookUrl),
    sibling: await newShop("sibling", ribeira, hookUrl),
    bravo: await newShop("bravo", foz, hookUrl),
  };
  return { shops, people: await newPeople(shops) };
}

/** A merchant of a partner with an object of every kind. `hookUrl`: a receiver that may be called. */
export async function newShop(name: string, partnerId: string, hookUrl: string): Promise<ConsoleShop> {
  const { id: merchantId } = await createMerchant(ctx, { brandName: `Shop ${name}`, partnerId });
  const { client_id: credentialId } = await createCredential(ctx, { name: "Matrix", owner: { merchantId } });
  const { accountId } = await newAccount(await newPerson(merchantId), "bpi");
  await setWebhookUrl(ctx, { webhook_url: `${hookUrl}/${name}`, merchant_id: merchantId });
  const endpoint = `${name}-orders`;
  await createEndpoint(ctx, { merchantId, name: endpoint, url: `${hookUrl}/${name}/orders` });
  const order = { amount: 2550, currency: "EUR", order_id: name, payment_reference: `Order ${name}` };
  const { link_id: linkId } = await createPaymentLink(ctx, { merchant_id: merchantId, order });
  const { payment_request_id: paymentId } = await createPaymentRequest(ctx, {
    merchant_id: merchantId,
    order,
    customer: { id: name },
  });
  const { id: deliveryId } = await sendTestEvent(ctx, { merchantId, name: endpoint });
  const callId = await newCall(merchantId);
  const customerKey = `id:${name}`;
  return {
    merchantId,
    partnerId,
    linkId,
    paymentId,
    customerKey,
    credentialId,
    accountId,
    endpoint,
    deliveryId,
    callId,
  };
}

/** A repeatable call of the API in the merchant's log. */
async function newCall(merchantId: string): Promise<string> {
  const caller = tester(ctx.caller, merchantId);
  const address = "/api/v1/payment-links?limit=1";
  const { requestId } = await callInProcess({ caller, ip: null, method: "GET", address });
  const { items } = await searchCalls(ctx, { merchantId, test: true, search: requestId });
  if (!items[0]) throw new Error("The call is not in the log.");
  return items[0].id;
}

/** A shop whose merchant and objects do not exist. */
export function unknownShop(): ConsoleShop {
  return {
    merchantId: newId(),
    partnerId: newId(),
    linkId: newId(),
    paymentId: newId(),
    customerKey: "id:unknown",
    credentialId: newId(),
    accountId: newId(),
    endpoint: "nobodys",
    deliveryId: newId(),
    callId: newId(),
  };
}

/** A new user with one role, and their session as read from the store. */
async function signIn(email: string, role: UserRole, where: { merchantId?: string; partnerId?: string }) {
  const { id } = await createUser(ctx, { email, name: "Eva Cruz", role, ...where });
  return readSession((await createSession({}, id)).sessionToken);
}

async function newPeople({ alpha, bravo }: Record<MerchantName, ConsoleShop>): Promise<ConsolePerson[]> {
  const places = {
    merchant: { merchantId: alpha.merchantId },
    partner: { partnerId: alpha.partnerId },
    platform: {},
  } as const;
  const people: ConsolePerson[] = [
    { name: "nobody", session: null, role: null, place: null, isVerified: false },
    ...(await peopleWithoutReach(bravo)),
  ];
  for (const place of ["merchant", "partner", "platform"] as const) {
    for (const role of USER_ROLES) {
      const session = await signIn(`${role}@${place}.example`, role, places[place]);
      people.push({ name: `${role} of the ${place}`, session, role, place, isVerified: true });
    }
    const session = await signIn(`away@${place}.example`, "owner", places[place]);
    const name = `owner of the ${place} who proved it long ago`;
    const stale = session && { ...session, verifiedForS: Number.MAX_SAFE_INTEGER };
    people.push({ name, session: stale, role: "owner", place, isVerified: false });
  }
  return people;
}

async function peopleWithoutReach(bravo: ConsoleShop): Promise<ConsolePerson[]> {
  const elsewhere = { role: "owner", place: "elsewhere", isVerified: true } as const;
  const atMerchant = await signIn("owner@bravo.example", "owner", { merchantId: bravo.merchantId });
  const atPartner = await signIn("owner@foz.example", "owner", { partnerId: bravo.partnerId });
  const withoutRole = atPartner && { ...atPartner, user: { ...atPartner.user, memberships: [] } };
  return [
    { ...elsewhere, name: "owner of another merchant", session: atMerchant },
    { ...elsewhere, name: "owner of another partner", session: atPartner },
    { name: "somebody without a role", session: withoutRole, role: null, place: "elsewhere", isVerified: true },
  ];
}
