import { expect, it } from "vitest";
import { isSameOrigin } from "./same-origin";

const BASE = "https://pay.example";
const asked = (headers: Record<string, string>) => isSameOrigin(new Headers(headers), BASE);

it.each([
  { origin: BASE },
  { origin: BASE, host: "internal:3000" },
  { origin: "https://other-name.example", host: "other-name.example" },
  { "sec-fetch-site": "same-origin" },
])("isSameOrigin() accepts a POST of our own pages: %j", (headers) => {
  expect(asked(headers)).toBe(true);
});

it.each([
  {},
  { origin: "null" },
  { origin: "https://evil.example", host: "pay.example" },
  { origin: "https://pay.example.evil.example", host: "pay.example" },
  { origin: "https://pay.example:444", host: "pay.example" },
  { origin: "http://pay.example", host: "pay.example" },
  { origin: "http://other-name.example", host: "other-name.example" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin", host: "pay.example" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
])("isSameOrigin() refuses any other: %j", (headers) => {
  expect(asked(headers)).toBe(false);
});

it("isSameOrigin() accepts http if BASE_URL is http", () => {
  const headers = new Headers({ origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" });
  expect(isSameOrigin(headers, "http://localhost:3000")).toBe(true);
});
