import { expect, it } from "vitest";
import { AppError } from "@/server/lib/errors";
import { codeErrorOf, pagesAfterCode } from "./code-error";

/** The error that the page shows after this failure of a typed code. */
function shownAfter(error: AppError, typed: "app" | "recovery" = "app"): string | undefined {
  const path = pagesAfterCode(error, typed)[error.code] ?? "";
  return codeErrorOf(Object.fromEntries(new URL(path, "http://localhost").searchParams));
}

const limit = (seconds: number) => new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: seconds } });

it("the error at the code field: the attempts left, and the wait until the next one", () => {
  const wrong = (metadata: Record<string, number>) => new AppError("UNAUTHORIZED", { message: "Wrong.", metadata });
  expect(shownAfter(wrong({ tries_left: 3 }))).toBe("Wrong or already used code. 3 attempts left.");
  expect(shownAfter(wrong({}))).toBe("Wrong or already used code.");
  expect(shownAfter(limit(2_281))).toBe("Too many wrong codes. Use a recovery code, or try again in 39 min.");
  expect(shownAfter(limit(86_390))).toBe("Too many wrong codes. Use a recovery code, or try again in 24 h.");
  expect(codeErrorOf({})).toBeUndefined();
});

it("the error at the code field advises no recovery code after too many wrong recovery codes", () => {
  expect(shownAfter(limit(3_600), "recovery")).toBe("Too many wrong codes. Try again in 1 h.");
});

it("the error at the code field has no wait that the address makes up", () => {
  for (const wait of ["", "0", "-5", "1e9", "123456", "<b>", ["60", "60"]])
    expect(codeErrorOf({ wait })).toBe("Too many wrong codes. Try again later.");
});
