import { describe, expect, it } from "vitest";
import { AppError } from "@/server/lib/errors";
import { readCursor } from "@/server/lib/keyset";
import { orBeginAt } from "./or-begin-at";

/** Wrapped, as the pages' caller throws it. */
async function searchAt(cursor: string): Promise<unknown> {
  try {
    return readCursor(cursor);
  } catch (cause) {
    throw new Error("wrapped", { cause });
  }
}

describe("a page of the log", () => {
  it("redirects to its first page when the cursor of its URL is invalid", async () => {
    const digest = expect.stringContaining(";/console/webhooks/default;");
    await expect(orBeginAt("/console/webhooks/default", searchAt("abc"))).rejects.toMatchObject({ digest });
  });

  it("returns the result, and hides no other error", async () => {
    await expect(orBeginAt("/log", Promise.resolve("found"))).resolves.toBe("found");
    const denied = new Error("wrapped", { cause: new AppError("FORBIDDEN") });
    await expect(orBeginAt("/log", Promise.reject(denied))).rejects.toBe(denied);
    const broken = new Error("no database");
    await expect(orBeginAt("/log", Promise.reject(broken))).rejects.toBe(broken);
  });
});
