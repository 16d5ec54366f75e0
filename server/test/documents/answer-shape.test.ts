import { describe, expect, it } from "vitest";
import { shapeOf } from "./answer-shape";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  shapeOf({
    status,
    headers: new Headers({ "content-type": "application/json", ...headers }),
    text: JSON.stringify(body),
  });

const link = { id: "a", amount: 1, tags: ["x", "y"], expires_at: null };

describe("the shape of a response", () => {
  it("is the same when only values, the order of fields or the length of a list differ", () => {
    const other = { tags: ["z"], expires_at: null, amount: 2, id: "b" };
    expect(answer(200, other)).toBe(answer(200, link));
  });

  it.each<[string, string]>([
    ["a status", answer(201, link)],
    ["a header", answer(200, link, { etag: "1" })],
    ["a media type", answer(200, link, { "content-type": "text/html" })],
    ["a field more", answer(200, { ...link, name: "x" })],
    ["a field less", answer(200, { id: "a", amount: 1, tags: ["x"] })],
    ["a type", answer(200, { ...link, amount: "1" })],
    ["a value in the place of null", answer(200, { ...link, expires_at: "2026-01-01" })],
    ["an empty list", answer(200, { ...link, tags: [] })],
    ["a type in a list", answer(200, { ...link, tags: ["x", 1] })],
  ])("differs with another %s", (_, shape) => expect(shape).not.toBe(answer(200, link)));

  it("differs for each error code", () => {
    const failure = (code: string) => answer(400, { success: false, error: { code, message: "No." } });
    expect(failure("INVALID_REQUEST")).not.toBe(failure("INVALID_GRANT"));
  });
});
