import { describe, expect, it } from "vitest";
import { inAppOf, intentOf } from "./in-app";

const IOS = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A";

const INSIDE = [
  [`${IOS} Mobile/15E148 Instagram 382.0.0.30.84 (iPhone16,2; iOS 18_5; en_GB)`, "ios"],
  [`${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/515.0.0.34.101;FBBV/737190126]`, "ios"],
  [`${IOS} Mobile/15E148 Safari/604.1 [LinkedInApp]/9.31`, "ios"],
  [`${IOS} Version/18.5 Mobile/15E148 Safari/604.1 Snapchat/13.44.0.44 (like Safari/8622.2)`, "ios"],
  [`${IOS} Mobile/15E148 MicroMessenger/8.0.60 NetType/WIFI Language/en`, "ios"],
  [`${IOS} Mobile/15E148 Safari Line/15.8.0`, "ios"],
  [`${IOS} Mobile/15E148 musical_ly_40.1.0 BytedanceWebview/d8a21c6`, "ios"],
  [`${IOS} Mobile/15E148`, "ios"],
  [
    `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36`,
    "android",
  ],
  [
    `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0 Mobile Safari/537.36 [FB_IAB/FB4A]`,
    "android",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 MicroMessenger/7.0.20", "other"],
] as const;

const BROWSERS = [
  `${IOS} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${IOS} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
  `${IOS} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0",
  "",
];

describe("a browser inside another app", () => {
  it.each(INSIDE)("is known: %s", (agent, kind) => expect(inAppOf(agent)).toBe(kind));
  it.each(BROWSERS)("is false for a real browser: %s", (agent) => expect(inAppOf(agent)).toBeNull());
  it("is false without a User-Agent", () => expect(inAppOf(null)).toBeNull());
});

it("an address for Android's browser leads to the same page", () => {
  const intent = intentOf("https://pay.example:8443/checkout?payment_token=ptok_x&locale=de");
  expect(intent).toMatch(
    /^intent:\/\/pay\.example:8443\/checkout\?payment_token=ptok_x&locale=de#Intent;scheme=https;/,
  );
  expect(intent).toMatch(/;end$/);
});
