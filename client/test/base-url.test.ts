import { describe, expect, it } from "vitest";
import { LINKS, ORDER, stageOfEachTest } from "./stage";

const { bankside, paths, url } = stageOfEachTest();

describe("the base URL", () => {
  it.each(["/", "/api", "/api/v1", "/api/v1/", " ", "/api/v1/\n"])("may have %j at its end", async (end) => {
    await bankside({ baseUrl: url() + end }).createPaymentLink({ order: ORDER });
    expect(paths().at(-1)).toBe(LINKS);
  });

  const address = "https://pay.example.com";
  const credentials = "https://a:b@pay.example.com";
  it.each(["", "pay.example.com", "localhost:3000", "/api", credentials, `${address}?x=1`, `${address}/#f`])(
    "is rejected at once if it is invalid: %j",
    (baseUrl) => {
      expect(() => bankside({ baseUrl })).toThrow(expect.objectContaining({ code: "INVALID_OPTION", status: 0 }));
    },
  );
});
