import { expect, it, vi } from "vitest";
import { barrier } from "../../test/barrier";
import { newPerson, visit } from "../../test/person";
import { MAX_CODES_PER_REQUESTER } from "./sign-in-rules";
import { startSignIn } from "./start-sign-in";

const AT_ONCE = MAX_CODES_PER_REQUESTER + 3;
const { meet } = vi.hoisted(() => ({ meet: { all: async () => {} } }));

// The negative control of the concurrent requests in code-limits.test.ts: the same without the lock. All count before one
// inserts.
vi.mock("./challenge-store", async (original) => {
  const store = await original<typeof import("./challenge-store")>();
  const insertChallenge: typeof store.insertChallenge = async (tx, row) => {
    await meet.all();
    return store.insertChallenge(tx, row);
  };
  return { ...store, lockCodesOf: async () => {}, insertChallenge };
});

it("control: without the lock on an account's codes, concurrent requests get more than the limit", async () => {
  const [{ email }, from] = [await newPerson(), visit()];
  meet.all = barrier(AT_ONCE);
  const asked = Array.from({ length: AT_ONCE }, () => startSignIn(from, { email, purpose: "console" }));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(AT_ONCE);
});
