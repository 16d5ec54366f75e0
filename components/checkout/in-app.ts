/** A browser inside another app: which way out of it there is. */
export type InApp = "android" | "ios" | "other";

/**
 * By the names that the apps add themselves. They come before the general signs because some of them keep "Safari" in theirs.
 */
const NAMED =
  /FBAN|FBAV|FB_IAB|Instagram|TikTok|musical_ly|Bytedance|LinkedInApp|Snapchat|MicroMessenger|\bLine\/|Pinterest|Barcelona|Twitter for|KAKAOTALK|GSA\/.+\bwv\b/i;
/** Android's WebView says so (developer.chrome.com, "WebView user agent"); the one before it named a version instead. */
const ANDROID_WEBVIEW = /; wv\)|Version\/\d+\.\d+ Chrome\//;
/** On iOS every real browser's name holds "Safari"; a WKWebView's does not, unless its app adds it. */
const IOS_WEBVIEW = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit\/(?!.*Safari\/)/;

/** Whether a page is open inside another app, from where banks' own apps often do not open; null in a real browser. */
export function inAppOf(userAgent: string | null): InApp | null {
  const agent = userAgent ?? "";
  const isAndroid = agent.includes("Android");
  const isInside = NAMED.test(agent) || (isAndroid && ANDROID_WEBVIEW.test(agent)) || IOS_WEBVIEW.test(agent);
  if (!isInside) return null;
  if (isAndroid) return "android";
  return /iPhone|iPad|iPod/.test(agent) ? "ios" : "other";
}

/** The same address as one that Android opens in the browser of the shopper's choice (developer.chrome.com, "Android intents"). */
export function intentOf(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
