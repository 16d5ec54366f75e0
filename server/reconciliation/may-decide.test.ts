import { beforeAll, expect, it } from "vitest";
import { consoleOf } from "../test/person";
import { newTenant } from "../test/rows/fixtures";
import type { RoleIn } from "../test/rows/users";

let merchantId: string;
beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
});

const ofMerchant = (): RoleIn => ({ role: "owner", merchantId });

it.each<[string, () => RoleIn[], boolean]>([
  ["an owner of the platform", () => [{ role: "owner" }], true],
  ["its finance", () => [{ role: "finance" }], true],
  ["its developer", () => [{ role: "developer" }], false],
  ["its viewer", () => [{ role: "viewer" }], false],
  ["an owner of the merchant", () => [ofMerchant()], false],
  ["the merchant's owner who is a viewer of the platform", () => [ofMerchant(), { role: "viewer" }], false],
])("the list of transactions offers decisions to those who may make them: %s", async (_who, roles, expected) => {
  const [first = ofMerchant(), ...more] = roles();
  const email = `may${crypto.randomUUID()}@olaria.example`;
  let api = await consoleOf(first, email);
  for (const role of more) api = await consoleOf(role, email);
  const { mayDecide } = await api.transactions.list({ merchantId, test: true });
  const decided = await api.transactions.dismiss({ id: "none", reason: "x" }).catch((error) => error.cause.code);
  expect([mayDecide, decided !== "FORBIDDEN"]).toEqual([expected, expected]);
});
