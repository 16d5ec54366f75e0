import { afterEach, describe, expect, it } from "vitest";
import { env } from "@/server/lib/config/env";
import Page from "./page";

describe("the page of the kit", () => {
  const { demo } = env();
  afterEach(() => {
    env().demo = demo;
  });

  it("answers 404 outside a demo", async () => {
    env().demo = false;
    await expect(Page()).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  });

  it("control: in a demo the page reads the session, which needs a request", async () => {
    env().demo = true;
    await expect(Page()).rejects.toThrow(/request scope/);
  });
});
