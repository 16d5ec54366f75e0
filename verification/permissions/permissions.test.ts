import { describe, expect, it } from "vitest";
import { PERMISSIONS, type Permission, type ProcedurePath } from "../../server/identity/permissions/permissions";
import { VERIFICATION_REQUIRED } from "../../server/trpc/console-call";
import { appRouter } from "../../server/trpc/router";
import { fingerprint } from "../tenancy/matrix";
import { CALLS, callAs, expectedRefusal, inputOf, rowOf } from "./cells";
import type { AnyPlan, Plans } from "./plan";
import { PLANS } from "./plans";
import { consoleWorldOfThisFile, ROW_TIMEOUT_MS } from "./world";

const world = consoleWorldOfThisFile();
let turn = 0;

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>;
const typeOf = (path: string) => procedures[path]?._def.type;

/** They change what only the person sees. */
const OF_THE_PERSON: readonly string[] = ["payments.views.save", "payments.views.delete", "notifications.set"];

describe("the table of permissions", () => {
  it("has a row for every procedure, and a procedure for every row", () => {
    expect(Object.keys(PERMISSIONS).sort()).toEqual(Object.keys(procedures).sort());
    expect(Object.keys(PLANS).sort()).toEqual(Object.keys(procedures).sort());
  });

  it("does not compile without one of its plans", () => {
    const { "payments.list": taken, ...others } = PLANS;
    // @ts-expect-error payments.list has no plan here.
    const incomplete: Plans = others;
    expect(Object.keys(incomplete)).toHaveLength(Object.keys(PLANS).length - (taken ? 1 : 0));
  });

  const concerningRoles = CALLS.filter(([, { at }]) => at !== "own");

  it.each(concerningRoles)("%s: a role with more rights may call it too", (path) => {
    const { roles } = rowOf(path);
    expect(roles).toContain("owner");
    if (roles.includes("developer") || roles.includes("finance")) expect(roles).toContain("admin");
    const readers = roles.filter((role) => role !== "visitor");
    if (roles.includes("viewer")) expect(readers).toEqual(["owner", "admin", "developer", "finance", "viewer"]);
    if (roles.includes("visitor")) expect(roles).toContain("owner");
  });

  const changes = concerningRoles.filter(([path]) => typeOf(path) === "mutation" && !OF_THE_PERSON.includes(path));
  it.each(changes)("%s: is refused for a viewer", (path) => {
    expect(rowOf(path).roles).not.toContain("viewer");
  });
});

/** The wrong cells of a row. Refusals are tested first: nothing may change between them. */
async function wrongCells(path: ProcedurePath, plan: AnyPlan, row: Permission): Promise<string[]> {
  const wrong: string[] = [];
  const { alpha } = world.shops;
  const expected = (name: string) => {
    const person = world.people.find((each) => each.name === name);
    return person ? expectedRefusal(person, plan, row) : null;
  };
  const refused = world.people.filter(({ name }) => expected(name) !== null);
  const input = await inputOf(plan, alpha, alpha, turn++);
  const before = await fingerprint();
  for (const person of refused) {
    const outcome = await callAs(person, path, input);
    const code = "code" in outcome ? outcome.code : "success";
    if (code !== expected(person.name)) wrong.push(`${person.name}: ${code}, expected ${expected(person.name)}`);
  }
  const after = await fingerprint();
  const changed = [...after].filter(([table, content]) => before.get(table) !== content).map(([table]) => table);
  if (changed.length > 0) wrong.push(`what was refused has changed ${changed.join(", ")}`);
  let successes = 0;
  for (const person of world.people.filter((each) => !refused.includes(each))) {
    const outcome = await callAs(person, path, await inputOf(plan, alpha, alpha, turn++));
    if ("data" in outcome) successes += 1;
    else if (!plan.also?.some((code) => code === outcome.code))
      wrong.push(`${person.name}: ${outcome.code} ${outcome.message}, expected success`);
  }
  if (successes === 0 && !plan.proof) wrong.push("nobody's call succeeded");
  return wrong;
}

describe("each procedure accepts permitted callers and refuses all others", () => {
  it.each(CALLS)(
    "%s",
    async (path, plan) => {
      expect(await wrongCells(path, plan, rowOf(path))).toEqual([]);
    },
    ROW_TIMEOUT_MS,
  );

  it("control: a row with a wrong permission is detected for each caller", async () => {
    const path = "paymentLinks.create";
    const { roles } = rowOf(path);
    const wrongWith = (row: Permission) => wrongCells(path, PLANS[path], row);
    expect(await wrongWith({ roles: roles.filter((role) => role !== "finance") })).toEqual([
      ...["merchant", "partner", "platform"].map((at) => `finance of the ${at}: success, expected FORBIDDEN`),
      expect.stringMatching(/^what was refused has changed .*payment_links/),
    ]);
    expect(await wrongWith({ roles: [...roles, "viewer"] })).toEqual(
      ["merchant", "partner", "platform"].map((at) => expect.stringMatching(`^viewer of the ${at}: FORBIDDEN`)),
    );
    expect(await wrongWith({ roles, verified: true })).toContainEqual(
      `owner of the merchant who proved it long ago: success, expected ${VERIFICATION_REQUIRED}`,
    );
  });
});
