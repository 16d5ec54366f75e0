import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createSession, readSession } from "../identity/sessions/sessions";
import { createUser } from "../identity/users/create-user";
import { PUBLIC_CALLER } from "../lib/context";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { ctx as operator } from "../test/rows/fixtures";
import { appRouter, createConsoleCaller } from "./router";

const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: null };

type Api = ReturnType<typeof createConsoleCaller>;

async function signedIn(
  email: string,
  role: "owner" | "viewer" | "finance",
  scope: { merchantId?: string; partnerId?: string },
): Promise<Api> {
  const { id } = await createUser(operator, { email, name: "Eva Cruz", role, ...scope });
  const session = await readSession((await createSession({}, id)).sessionToken);
  return createConsoleCaller({ ctx, session });
}

let own: string;
let owned: string;
let owner: Api;
let partner: Api;

beforeAll(async () => {
  const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
  own = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  owned = (await createMerchant(operator, { brandName: "Atelier Sul", partnerId })).id;
  owner = await signedIn("owner@x.example", "owner", { merchantId: own });
  partner = await signedIn("partner@x.example", "owner", { partnerId });
});

describe("the Console's procedures: a merchant's own", () => {
  it("link can be created, listed and its URL shown, but not by another merchant", async () => {
    const made = await owner.paymentLinks.create({
      merchantId: own,
      amount: "1,250.50",
      currency: "EUR",
      paymentReference: "Table 12",
    });
    const { items, counts } = await owner.paymentLinks.list({ merchantId: own, test: true });
    expect([items.length, counts.active.count, items[0]]).toMatchObject([
      1,
      1,
      { id: made.link_id, amount: 125_050, decimal: "1250.50", status: "active" },
    ]);
    const shown = await owner.paymentLinks.get({ merchantId: own, id: made.link_id });
    expect(shown).toMatchObject({ payment_link_url: made.payment_link_url, decimal: "1250.50" });
    const byPartner = partner.paymentLinks.get({ merchantId: owned, id: made.link_id });
    await expect(byPartner).rejects.toMatchObject({ cause: { code: "PAYMENT_LINK_NOT_FOUND" } });
  });

  it("link can be cancelled only by roles that may create payments", async () => {
    const { link_id: id } = await owner.paymentLinks.create({ merchantId: own, amount: "1", currency: "EUR" });
    const viewer = await signedIn("looks-on@x.example", "viewer", { merchantId: own });
    await expect(viewer.payments.cancelLink({ merchantId: own, id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const byPartner = partner.payments.cancelLink({ merchantId: owned, id });
    await expect(byPartner).rejects.toMatchObject({ code: "NOT_FOUND", cause: { code: "PAYMENT_LINK_NOT_FOUND" } });
    expect((await owner.paymentLinks.get({ merchantId: own, id })).status).toBe("active");
    await owner.payments.cancelLink({ merchantId: own, id });
    await owner.payments.cancelLink({ merchantId: own, id });
    expect((await owner.paymentLinks.get({ merchantId: own, id })).status).toBe("cancelled");
    expect(await owner.payments.ofLink({ merchantId: own, linkId: id })).toEqual({ items: [], total: 0 });
  });

  it("API key can be created and disabled, but not by another merchant", async () => {
    const { client_id } = await owner.credentials.create({ merchantId: own, name: "Staging", testOnly: true });
    await expect(partner.credentials.disable({ merchantId: owned, id: client_id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await owner.credentials.list({ merchantId: own }))[0]).toMatchObject({ id: client_id, disabledAt: null });
    await owner.credentials.disable({ merchantId: own, id: client_id });
    expect((await owner.credentials.list({ merchantId: own }))[0]?.disabledAt).toBeInstanceOf(Date);
  });

  it("wrong amount returns an error on its field", async () => {
    const making = owner.paymentLinks.create({ merchantId: own, amount: "1,000", currency: "EUR" });
    const errors = [expect.objectContaining({ field: "amount" })];
    await expect(making).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { code: "VALIDATION_ERROR", metadata: { errors } },
    });
  });
});

describe("a role", () => {
  it("of a partner reaches the merchants that it owns", async () => {
    await expect(partner.payments.list({ merchantId: owned, test: true })).resolves.toMatchObject({ items: [] });
  });

  it("of a viewer can read and change nothing", async () => {
    const viewer = await signedIn("viewer@x.example", "viewer", { merchantId: own });
    await expect(viewer.payments.list({ merchantId: own, test: true })).resolves.toBeDefined();
    const changes = [
      () => viewer.paymentLinks.create({ merchantId: own, amount: "1", currency: "EUR" }),
      () => viewer.credentials.list({ merchantId: own }),
      () => viewer.branding.set({ merchantId: own, brandName: "x", accent: null, version: 1 }),
      () => viewer.branding.setOrigins({ merchantId: own, origins: [], version: 1 }),
      () => viewer.business.setReceipts({ merchantId: own, enabled: true }),
      () => viewer.business.set({ merchantId: own, taxNumber: "1", postalAddress: "", helpAddress: "", version: 1 }),
      () => viewer.branding.setLogo({ merchantId: own, logo: "", seen: null }),
      () => viewer.branding.removeLogo({ merchantId: own, seen: "x" }),
      () => viewer.webhooks.endpoints.rotate({ merchantId: own, name: null }),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({ code: "FORBIDDEN", cause: { code: "FORBIDDEN" } });
    }
  });

  it("of finance can create links and no API keys", async () => {
    const finance = await signedIn("finance@x.example", "finance", { merchantId: own });
    await expect(finance.paymentLinks.create({ merchantId: own, amount: "1", currency: "EUR" })).resolves.toBeDefined();
    const making = finance.credentials.create({ merchantId: own, name: "x", testOnly: false });
    await expect(making).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

it("a text that PostgreSQL cannot store is refused on its field", async () => {
  const created = owner.credentials.create({ merchantId: own, name: "a\u0000b", testOnly: true });
  await expect(created).rejects.toMatchObject({
    code: "BAD_REQUEST",
    cause: { metadata: { errors: [{ field: "name" }] } },
  });
});

it("a form that the schema refuses is answered with a sentence, and the fields by their names in the API", async () => {
  const { id } = await createUser(operator, { email: "f@x.example", name: "Eva", role: "owner", merchantId: own });
  const session = await readSession((await createSession({}, id)).sessionToken);
  const answerTo = async (path: string, input: object) => {
    const body = JSON.stringify({ merchantId: own, ...input });
    const req = new Request(`http://x/api/trpc/${path}`, {
      ...{ method: "POST", body, headers: { "content-type": "application/json" } },
    });
    const createContext = () => ({ ctx, session });
    const answer = await fetchRequestHandler({ endpoint: "/api/trpc", req, router: appRouter, createContext });
    const { message, data } = (await answer.json()).error;
    return { message, code: data.appCode, fields: data.fields.map((one: { field: string }) => one.field) };
  };
  const long = "x".repeat(1_001);
  const refused = { message: "Check what you entered.", code: "VALIDATION_ERROR" };
  const business = { taxNumber: "1", postalAddress: long, helpAddress: "", version: 1 };
  expect(await answerTo("business.set", business)).toEqual({ ...refused, fields: ["postal_address"] });
  const key = { name: "x", testOnly: true, allowedNetworks: ["10.0.0.1", long] };
  expect(await answerTo("credentials.create", key)).toEqual({ ...refused, fields: ["allowed_networks"] });
  const unstorable = await answerTo("business.set", { ...business, postalAddress: "a\u0000b" });
  expect(unstorable.fields).toEqual(["postal_address"]);
});

describe("an id in upper case", () => {
  type Def = { type: string; format?: string; shape?: object } & Record<string, unknown>;
  type Router = { _def: { procedures: Record<string, { _def: { inputs: z.ZodType[] } }> } };
  const isSchema = (value: unknown): value is z.ZodType => value instanceof z.core.$ZodType;

  /** The uuids of a schema, at any depth. */
  function uuidsOf(schema: z.ZodType): z.ZodType[] {
    const def = schema._zod.def as unknown as Def;
    if (def.format === "uuid") return [schema];
    const parts = [...Object.values(def.shape ?? {}), ...Object.values(def).flat()];
    return parts.filter(isSchema).flatMap(uuidsOf);
  }

  const UPPER = "01931F4E-7C1A-7D3E-9A55-5B6F0C9D2A10";
  const keepsCase = (schema: z.ZodType) => uuidsOf(schema).some((each) => each.parse(UPPER) !== UPPER.toLowerCase());

  it("is read in lower case by every call: a lock or limit by an id compares texts", () => {
    const { procedures } = (appRouter as unknown as Router)._def;
    const inputs = Object.entries(procedures).map(([name, { _def }]) => [name, _def.inputs] as const);
    expect(inputs.filter(([, all]) => all.flatMap(uuidsOf).length > 0).length).toBeGreaterThan(100);
    expect(inputs.filter(([, all]) => all.some(keepsCase)).map(([name]) => name)).toEqual([]);
  });

  it("control: a uuid whose case stays is found in an optional field of an optional object", () => {
    expect(keepsCase(z.object({ place: z.object({ merchantId: z.uuid().optional() }).nullable() }))).toBe(true);
  });
});
