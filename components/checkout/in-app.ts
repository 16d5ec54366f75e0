/** A browser inside another app, by the method that leaves it. */
export type InApp = "android" | "ios" | "other";

/**
 * User agent names that apps add. Checked before the general patterns, because some of these apps keep "Safari" in
 * theirs.
 */
const NAMED =
  /FBAN|FBAV|FB_IAB|Instagram|TikTok|musical_ly|Bytedance|LinkedInApp|Snapchat|MicroMessenger|\bLine\/|Pinterest|Barcelona|Twitter for|KAKAOTALK|GSA\/.+\bwv\b/i;
/** Android's WebView (developer.chrome.com, "WebView user agent"); older WebViews name a version instead of `wv`. */
const ANDROID_WEBVIEW = /; wv\)|Version\/\d+\.\d+ Chrome\//;
/** On iOS every browser's user agent contains "Safari"; a WKWebView's does not, unless its app adds it. */
const IOS_WEBVIEW = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit\/(?!.*Safari\/)/;

/** Whether the page is open inside another app, from which banks' apps often do not open; null in a browser. */
export function inAppOf(userAgent: string | null): InApp | null {
  const agent = userAgent ?? "";
  const isAndroid = agent.includes("Android");
  const isInside = NAMED.test(agent) || (isAndroid && ANDROID_WEBVIEW.test(agent)) || IOS_WEBVIEW.test(agent);
  if (!isInside) return null;
  if (isAndroid) return "android";
  return /iPhone|iPad|iPod/.test(agent) ? "ios" : "other";
}

/** An intent address that Android opens in the customer's browser (developer.chrome.com, "Android intents"). */
export function intentOf(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
