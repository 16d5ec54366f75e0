import { describe, expect, it } from "vitest";
import { env } from "@/server/lib/config/env";
import { hostCookie } from "./host-cookie";

const cookieAt = (baseUrl: string) => {
  env().baseUrl = baseUrl;
  return hostCookie("bankside.device", "/sign-in");
};

describe("a cookie of this host", () => {
  it("over https has the __Host- prefix with the attributes that browsers require for it: Secure, Path=/", () => {
    expect(cookieAt("https://pay.example.com")).toEqual({
      name: "__Host-bankside.device",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
  });

  it("over plain http, where browsers refuse the prefix, has none and its own path", () => {
    expect(cookieAt("http://localhost:3000")).toEqual({
      name: "bankside.device",
      options: { httpOnly: true, sameSite: "lax", path: "/sign-in", secure: false },
    });
  });
});
