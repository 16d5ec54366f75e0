import { describe, expect, it } from "vitest";
import { isDemo } from "./env";

describe("a demo with public settings", () => {
  const others = [
    ["BASE_URL", "https://pay.example.com"],
    ["BASE_URL", "http://pay.example.com"],
    ["BASE_URL", "https://localhost"],
    ["BASE_URL", "http://192.168.1.7:3000"],
    ["BASE_URL", "http://localhost.example.com"],
    ["HOST", "0.0.0.0"],
    ["HOST", "::"],
    ["HOST", "192.168.1.7"],
    ["HOST", "pay.example.com"],
  ] as const;

  it.each(others)("is refused with %s=%s, with the setting and the remedies in the message", (name, value) => {
    const one = new RegExp(`^A demo serves this machine only, but ${name} is [^.]*(?:\\.[^ ][^.]*)*\\.$`);
    for (const settings of [{ [name]: value }, { DEMO: "1", [name]: value }]) {
      expect(() => isDemo(settings)).toThrow(one);
      expect(() => isDemo(settings)).toThrow(`unset ${name} to run the demo here`);
      expect(() => isDemo(settings)).toThrow("DEMO_PUBLIC=1 to show a demo to the public");
    }
  });

  it.each(others)("starts with %s=%s and DEMO_PUBLIC=1", (name, value) => {
    expect(isDemo({ DEMO: "1", DEMO_PUBLIC: "1", SMTP_URL: "smtp://mail.example", [name]: value })).toBe(true);
  });

  it("may listen on 0.0.0.0 with DEMO_IN_CONTAINER=1, but not have a public BASE_URL", () => {
    const container = { DEMO_IN_CONTAINER: "1", HOST: "0.0.0.0" };
    expect(isDemo(container)).toBe(true);
    expect(() => isDemo({ ...container, BASE_URL: "https://pay.example.com" })).toThrow("BASE_URL");
  });

  it.each([
    ["BASE_URL", "http://localhost:3100"],
    ["BASE_URL", "http://127.0.0.1:3100"],
    ["BASE_URL", "http://[::1]:3100"],
    ["BASE_URL", "http://shop.localhost:3100"],
    ["HOST", "127.0.0.1"],
    ["HOST", "127.1.2.3"],
    ["HOST", "::1"],
    ["HOST", "localhost"],
  ])("starts with the local setting %s=%s", (name, value) => expect(isDemo({ DEMO: "1", [name]: value })).toBe(true));

  it("is refused with DEMO_PUBLIC=1 without SMTP_URL", () => {
    expect(() => isDemo({ DEMO: "1", DEMO_PUBLIC: "1" })).toThrow(
      /so sign-in codes need SMTP_URL: set SMTP_URL to smtp:\S+\.$/,
    );
    expect(isDemo({ DEMO: "1" })).toBe(true);
  });

  it("is refused with DEMO_PUBLIC=1 outside the demo", () => {
    expect(() => isDemo({ DATABASE_URL: "postgresql://app@db.example:5432/bankside", DEMO_PUBLIC: "1" })).toThrow(
      "DEMO_PUBLIC=1 is set, but this start is not a demo",
    );
  });
});
