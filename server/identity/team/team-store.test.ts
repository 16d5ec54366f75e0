import { expect, it } from "vitest";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { nodesOf } from "../../test/code-rules/query-plan";
import { lockTeam, membersSql } from "./team-store";

it("a team has one lock, whatever the case in which a command writes its id", async () => {
  const [team, other] = [newId(), newId()];
  const isFree = (merchantId: string) =>
    db().$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL lock_timeout = '100ms'`;
      return lockTeam(tx, { merchantId, partnerId: null }).then(
        () => true,
        () => false,
      );
    });
  await db().$transaction(async (tx) => {
    await lockTeam(tx, { merchantId: team, partnerId: null });
    expect([await isFree(team.toUpperCase()), await isFree(other.toUpperCase())]).toEqual([false, true]);
  });
});

it.each([
  ["a merchant", { merchantId: newId(), partnerId: null }],
  ["a partner", { merchantId: null, partnerId: newId() }],
  ["the platform", { merchantId: null, partnerId: null }],
])("the members of %s are read by the index of teams, and not those of all", async (_whose, context) => {
  const nodes = await nodesOf(membersSql(context), ["SET LOCAL enable_seqscan = off"]);
  const ofMembers = nodes.filter((node) => node["Index Name"] === "memberships_place");
  expect(ofMembers.map((node) => node["Index Cond"])).toEqual([
    expect.stringMatching(/merchant_id.* AND .*partner_id/),
  ]);
});
