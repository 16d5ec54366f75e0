import { expect, it, vi } from "vitest";
import { env } from "../lib/env";
import { ctx as operator } from "../test/fixtures";
import { closeGate } from "../test/gate";
import { askToken, challengeOf, mailedCode, newUser, newVisitor, whoIs } from "../test/users";
import { switchUser } from "./switch-user";

// The twin of the races in ended-for-good.test.ts: the same, without the lock that it is about.
vi.mock("./user-store", async (original) => {
  const store = await original<typeof import("./user-store")>();
  return { ...store, lockActiveUser: store.findActiveUser };
});

it("without the user's lock, a token begun while they were disabled lives once they are let in again", async () => {
  const email = await newUser();
  const ip = newVisitor();
  const asked = { grant_type: "magic_code", email };
  const challenge_id = challengeOf(await askToken(asked, ip));
  const answer = { ...asked, code: await mailedCode(email), challenge_id };
  const gate = await closeGate(env().migrationUrl, "token_families", "insert");
  const coming = askToken(answer, ip);
  await gate.waiting(1);
  await switchUser(operator, { email, to: "disabled" });
  await gate.open();
  const { data } = await coming;
  await switchUser(operator, { email, to: "enabled" });
  expect(await whoIs(data.access_token)).toBe("user admin all");
});
