import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { formatFailure } from "./format-failure";
import { failureOf } from "./queries";

it("says that nothing changed only if the server has answered", () => {
  const refused = { message: "This is not permitted.", requestId: "01931f4e" };
  expect(formatFailure(refused, "Nothing was created.")).toBe("This is not permitted. Nothing was created.");
  const silent = { message: "The server did not answer.", requestId: null };
  expect(formatFailure(silent, "Nothing was created.")).toBe("The server did not answer.");
});

it("a call without a response is to be tried again: a reload would lose the form", () => {
  const { message } = failureOf(new TRPCClientError("Failed to fetch"));
  expect(message).toBe("The server didn’t respond. Check your connection and try again.");
});
