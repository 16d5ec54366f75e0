import { expect, it, vi } from "vitest";
import { env } from "../../lib/config/env";
import { blockTable } from "../../test/block-table";
import { ctx as operator } from "../../test/rows/fixtures";
import { challengeOf, mailedCode, newUser, newVisitor, postTokenRequest, whoIs } from "../../test/rows/users";
import { switchUser } from "./switch-user";

// The negative control of the races in ended-for-good.test.ts: the same without the lock.
vi.mock("./user-store", async (original) => {
  const store = await original<typeof import("./user-store")>();
  return { ...store, lockActiveUser: store.findActiveUser };
});

it("control: without the user's lock, a token started while the user was disabled works after they are enabled again", async () => {
  const email = await newUser();
  const ip = newVisitor();
  const asked = { grant_type: "magic_code", email };
  const challenge_id = challengeOf(await postTokenRequest(asked, ip));
  const answer = { ...asked, code: await mailedCode(email), challenge_id };
  const block = await blockTable(env().migrationUrl, "token_families", "insert");
  const coming = postTokenRequest(answer, ip);
  await block.waiting(1);
  await switchUser(operator, { email, to: "disabled" });
  await block.release();
  const { data } = await coming;
  await switchUser(operator, { email, to: "enabled" });
  expect(await whoIs(data.access_token)).toBe("user admin all");
});
