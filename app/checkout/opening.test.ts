import { describe, expect, test } from "vitest";
import { isOpening, isPrefetch } from "./opening";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "user-agent": PHONE };
const MODERN = {
  ...BROWSER,
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
  "sec-fetch-user": "?1",
};

function asked(headers: Record<string, string>, more = "", method = "GET"): Request {
  return new Request(`https://pay.example/pay/plink_x${more}`, { method, headers });
}

describe("a view of a link", () => {
  test.each<[string, Record<string, string>, string]>([
    ["typed, or scanned", MODERN, ""],
    ["from a chat or a mail", { ...MODERN, "sec-fetch-site": "cross-site" }, ""],
    ["in an app's own browser", { ...MODERN, "user-agent": `${PHONE} [FBAN/FBIOS;FBAV/490.0]` }, ""],
    ["in Instagram's", { ...MODERN, "user-agent": `${PHONE} Instagram 355.1.0` }, ""],
    ["in an older browser", BROWSER, ""],
    ["on a Cubot", { ...BROWSER, "user-agent": "Mozilla/5.0 (Linux; Android 8; CUBOT X18 Plus) Chrome/131.0" }, ""],
    ["in a language that the merchant chose", MODERN, "?locale=de"],
    ["from a campaign", MODERN, "?utm_source=mail"],
  ])("is counted %s", (_, headers, more) => {
    expect(isOpening(asked(headers, more))).toBe(true);
  });

  test.each([
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "WhatsApp/2.2446.0 A",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Slack-ImgProxy (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 MicrosoftPreview/2.0",
    "Applebot/0.1; +http://www.apple.com/go/applebot",
    "http.rb/5.1.1 (Mastodon/4.3.0; +https://mastodon.example/)",
    "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
    "Pinterestbot/1.0",
    "redditbot/1.0",
    "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  ])("is not counted for the preview %s", (agent) => {
    expect(isOpening(asked({ ...MODERN, "user-agent": agent }))).toBe(false);
  });

  test.each<[string, Request]>([
    ["asked for its head alone", asked(MODERN, "", "HEAD")],
    ["prefetched", asked({ ...MODERN, "sec-purpose": "prefetch" })],
    ["prerendered", asked({ ...MODERN, "sec-purpose": "prefetch;prerender" })],
    ["prefetched by an older browser", asked({ ...BROWSER, purpose: "prefetch" })],
    ["prefetched by an older Firefox", asked({ ...BROWSER, "x-moz": "prefetch" })],
    ["previewed by Safari", asked({ ...BROWSER, "x-purpose": "preview" })],
    ["opened from the Console, or by its own forms", asked({ ...MODERN, "sec-fetch-site": "same-origin" })],
    ["fetched by a script", asked({ ...MODERN, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" })],
    ["framed", asked({ ...MODERN, "sec-fetch-dest": "iframe" })],
    ["fetched by a program", asked({ accept: "*/*", "user-agent": "curl/8.5.0" })],
    ["fetched by one without a name", asked({ accept: "text/html" })],
    ["searched without script, in an older browser", asked(BROWSER, "?country=PT&q=Mill")],
    ["chosen on again after the first bank", asked(BROWSER, "?change=1")],
  ])("is not counted where it is %s", (_, request) => {
    expect(isOpening(request)).toBe(false);
  });
});

test("prefetches are distinguished from views", () => {
  expect(isPrefetch(asked(MODERN))).toBe(false);
  expect(isPrefetch(asked({ ...MODERN, "sec-purpose": "prefetch;anonymous-client-ip" }))).toBe(true);
  expect(isPrefetch(asked({ ...BROWSER, "x-purpose": "preview" }))).toBe(false);
});
