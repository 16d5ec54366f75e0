import { expect, it } from "vitest";
import { startPrism } from "./prism";
import { startValidatingProxy } from "./validating-proxy";

it("startPrism() reports why Prism did not start, and leaves nothing open", { tags: "deep" }, async () => {
  await expect(startPrism({ openapi: "3.1.0", paths: {} }, "http://127.0.0.1:1")).rejects.toThrow(
    /Prism did not start: it ended with 1.*No operations found/s,
  );
  await expect(startValidatingProxy({})).rejects.toThrow(/Prism did not start: it ended with 1.*Unsupported document/s);
});
