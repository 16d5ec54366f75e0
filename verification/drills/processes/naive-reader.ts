import { isIP } from "node:net";

/** The target of a program without a guard: a literal address or a name, and a port. */
export type NaiveTarget = { host: string; port: number; path: string };

/**
 * Parses an address as most programs do: by the URL parser, which repairs many errors; else by the grammar of RFC 3986
 * (credentials end at the last "@"), for input that the URL parser refuses and others accept, such as a zone. Null:
 * invalid for both.
 */
export function naiveTarget(text: string): NaiveTarget | null {
  const url = parsed(text);
  if (url) {
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

/** The URL, or null. `URL.canParse` of Node 20 and 22 refuses some addresses after some thousand calls. */
export function parsed(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
