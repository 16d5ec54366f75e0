import { afterAll, describe, expect, it } from "vitest";
import { closeDb, db, type Tx } from "../../lib/db";
import { untilLocksWait } from "../../test/database";
import { codeOf, newPerson, type Person, visit } from "../../test/person";
import { whoIs } from "../../test/rows/users";
import { revokeTokensOf } from "../sessions/session-store";
import { continueGrant } from "../tokens/grant-two-factor";
import { lockActiveUser } from "../users/user-store";
import { confirmApp } from "./factor-store";

afterAll(() => closeDb());

/** Issues a token by a first factor only; before its commit `meanwhile` sets up the second one. */
async function issueWhile(person: Person, meanwhile: () => Promise<void>): Promise<string> {
  const outcome = await db().$transaction(async (tx) => {
    const user = await lockActiveUser(tx, person.email);
    if (!user) throw new Error("no user");
    const issued = await continueGrant(tx, visit(), user, { wanted: undefined, grant: "magic_code" });
    await meanwhile();
    return issued;
  });
  return "tokens" in outcome ? outcome.tokens.access_token : "none";
}

describe("setting up two-factor authentication while a token is issued without it", () => {
  it("waits for the token and revokes it with the earlier ones", async () => {
    const person = await newPerson();
    const api = await person.api();
    const { secret } = await api.me.startApp();
    let confirmed: Promise<unknown> = Promise.resolve();
    const token = await issueWhile(person, async () => {
      confirmed = api.me.confirmApp({ code: codeOf(secret) });
      await untilLocksWait(1);
    });
    await confirmed;
    expect(await whoIs(token)).toBe("INVALID_TOKEN");
  });

  it("control: without the user's lock, the concurrent token survives", async () => {
    const person = await newPerson();
    await (await person.api()).me.startApp();
    const setUp = async (tx: Tx) => {
      await confirmApp(tx, person.userId, 1);
      await revokeTokensOf(tx, person.userId);
    };
    const token = await issueWhile(person, () => db().$transaction(setUp));
    expect(await whoIs(token)).toBe("user admin all");
  });
});
