// Which of those who ask for a link's page are people who open it. A link that is sent by chat is fetched by the chat's
// own machines first, by the mail's scanner, and by browsers that guess where somebody will go next.

/** Programs that fetch a page to show a preview of it, or to index it. Not the telephones of the brand Cubot. */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|^WhatsApp\/|SkypeUriPreview|Slack-ImgProxy|Google-PageRenderer|vkShare|Iframely|Embedly|Mastodon|Synapse|Bluesky|(?<!cu)bot\b|crawler|spider|preview/i;

/** Of our own pages: a search, another country, a second screen. Whoever has these has opened the link before. */
const OWN_PARAMETERS = ["q", "country", "all", "bank", "change", "from", "open", "seen", "key", "window", "said"];

// What a browser says that it fetches a page for, where nobody has gone there (Speculation Rules; older: the others).
const purposeOf = ({ headers }: Request) =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "").join(" ");

/** Whether a browser fetches the page before anybody has asked for it. */
export function isPrefetch(request: Request): boolean {
  return /\b(prefetch|prerender)\b/i.test(purposeOf(request));
}

/**
 * Whether this is somebody who opens the page: a browser's navigation that came from elsewhere. Not a program, a preview or
 * a prefetch; not a page of ours that leads here, such as the Console's way to it, or the page's own forms and refreshes.
 */
export function isOpening(request: Request): boolean {
  const { headers, method, url } = request;
  if (method !== "GET" || purposeOf(request).trim() !== "") return false;
  // Fetch Metadata: every browser of today says so. An older one is taken at its word.
  if ((headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return false;
  if ((headers.get("sec-fetch-dest") ?? "document") !== "document") return false;
  if (headers.get("sec-fetch-site") === "same-origin") return false;
  if (!(headers.get("accept") ?? "").includes("text/html")) return false;
  const agent = headers.get("user-agent");
  if (agent === null || PREVIEWS.test(agent)) return false;
  const { searchParams } = new URL(url);
  return !OWN_PARAMETERS.some((name) => searchParams.has(name));
}
