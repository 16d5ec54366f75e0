// Which requests for a link's page count as views. A link sent by chat or mail is first fetched by previewers and scanners,
// and by browsers that prefetch.

/** User agents of previewers and indexers. Not phones of the brand Cubot. */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|^WhatsApp\/|SkypeUriPreview|Slack-ImgProxy|Google-PageRenderer|vkShare|Iframely|Embedly|Mastodon|Synapse|Bluesky|(?<!cu)bot\b|crawler|spider|preview/i;

/** Parameters of our own pages, such as a search or a second screen: the link was opened before. */
const OWN_PARAMETERS = [
  "q",
  "country",
  "all",
  "bank",
  "change",
  "here",
  "from",
  "open",
  "seen",
  "key",
  "window",
  "flash",
];

// Headers that mark a prefetch (Speculation Rules; the others are older).
const purposeOf = ({ headers }: Request) =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "").join(" ");

/** Whether a browser prefetches the page. */
export function isPrefetch(request: Request): boolean {
  return /\b(prefetch|prerender)\b/i.test(purposeOf(request));
}

/**
 * Whether a person's browser navigates to the page: not a program, a preview or a prefetch, and not from our own pages,
 * such as the Console, or by the page's own forms and refreshes.
 */
export function isNavigation(request: Request): boolean {
  const { headers, method } = request;
  if (method !== "GET" || purposeOf(request).trim() !== "") return false;
  // Fetch Metadata: sent by every current browser. A request without it counts.
  if ((headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return false;
  if ((headers.get("sec-fetch-dest") ?? "document") !== "document") return false;
  if (headers.get("sec-fetch-site") === "same-origin") return false;
  if (!(headers.get("accept") ?? "").includes("text/html")) return false;
  const agent = headers.get("user-agent");
  return agent !== null && !PREVIEWS.test(agent);
}

/** Whether the request is a view: a navigation to an address without parameters of our own pages. */
export function isOpening(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return isNavigation(request) && !OWN_PARAMETERS.some((name) => searchParams.has(name));
}
