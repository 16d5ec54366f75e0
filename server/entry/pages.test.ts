import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { prepareHeaders } from "./pages";

it("a User-Agent of 15,000 letters reaches the pages with 1,024, and a browser's as it is", () => {
  const prepared = (agent: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { headers: { "user-agent": agent } });
    prepareHeaders(request);
    return request.headers["user-agent"];
  };
  expect(prepared("a".repeat(15_000))).toBe("a".repeat(1_024));
  expect(prepared("Mozilla/5.0")).toBe("Mozilla/5.0");
});
