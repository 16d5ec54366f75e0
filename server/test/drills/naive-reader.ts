import { isIP } from "node:net";

/** Where a program without a guard would connect to: a literal address or a name, and a port. */
export type NaiveTarget = { host: string; port: number; path: string };

/**
 * Reads an address as most programs do: by the URL parser, which repairs what it can; else by the grammar of RFC 3986
 * (credentials end at the last "@"), for what that parser refuses and others take, such as a zone. Null: neither can.
 */
export function naiveTarget(text: string): NaiveTarget | null {
  if (URL.canParse(text)) {
    const url = new URL(text);
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
    return { host: url.hostname.replace(/^\[|\]$/g, ""), port, path: `${url.pathname}${url.search}` };
  }
  const found = /^\s*(https?):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?/i.exec(text);
  if (!found) return null;
  const [, scheme = "", host = "", port] = found;
  const literal = decodeURIComponent(host.replace(/^\[|\]$/g, ""));
  if (isIP(literal) === 0) return null;
  return { host: literal, port: Number(port ?? (scheme.toLowerCase() === "https" ? 443 : 80)), path: "/" };
}
