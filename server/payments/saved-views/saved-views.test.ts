import { expect, it } from "vitest";
import { createUser } from "../../identity/users/create-user";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { listSavedViews, MAX_VIEWS, saveView } from "./saved-views";

async function person() {
  const { merchantId } = await newTenant();
  const user = { email: `${newId()}@olaria.example`, name: "Inês", role: "viewer" } as const;
  const { id } = await createUser(operator, { ...user, merchantId });
  const actor = { kind: "user", id } as const;
  const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: false } as const;
  const ctx: Ctx = { caller, requestId: "test", ip: null };
  const save = (name: string) =>
    saveView(ctx, { merchantId, name, search: "status=failed&q=Jane+Doe&customer=id%3AC-1&bank=x" });
  const views = () => listSavedViews(ctx, { merchantId });
  return { id, user, merchantId, save, views, count: async () => (await views()).length };
}

it("more saved views at once than the limit: as many are saved, and the others are refused by the field", async () => {
  const { save, count } = await person();
  const saved = await Promise.allSettled(Array.from({ length: MAX_VIEWS + 10 }, (_, nth) => save(`view ${nth}`)));
  const refused = saved.filter((one) => one.status === "rejected");
  expect(await count()).toBe(MAX_VIEWS);
  expect(refused.map(({ reason }) => reason.metadata.errors[0].field)).toEqual(Array(10).fill("name"));
});

it("control: up to the limit all are saved, and a view with the name of another replaces it", async () => {
  const { save, count } = await person();
  await Promise.all(Array.from({ length: MAX_VIEWS }, (_, nth) => save(`view ${nth}`)));
  await save("view 0");
  expect(await count()).toBe(MAX_VIEWS);
});

it("a saved view has the filters without the text that was searched for and without a customer", async () => {
  const { save, views } = await person();
  await save("Failed");
  expect((await views()).map(({ search }) => search)).toEqual(["status=failed&bank=x"]);
});

it("the views of a person are deleted with their last role at the merchant, and those at another one stay", async () => {
  const { id, user, merchantId, save, count } = await person();
  const other = (await newTenant()).merchantId;
  const deleteRole = (at: string) => query("DELETE FROM memberships WHERE user_id = $1 AND merchant_id = $2", [id, at]);
  await createUser(operator, { ...user, merchantId: other });
  await save("Mine");
  await deleteRole(other);
  expect(await count()).toBe(1);
  await deleteRole(merchantId);
  expect(await count()).toBe(0);
});
