import { expect, it } from "vitest";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { lockTeam } from "./team-store";

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
