import { describe, expect, it } from "vitest";
import { failureOf } from "../../connectors/ob-uk/errors";
import { notStarted } from "./call-rules";

describe("an initiation that the bank refuses with 403", () => {
  it("is refused for our access, so that an exception is recorded", () => {
    const refused = failureOf({ status: 403, headers: {}, body: "" }, { kind: "consent", byPerson: false });
    expect(notStarted(refused)).toEqual({ kind: "start_refused", code: "auth", ours: true });
  });
});
