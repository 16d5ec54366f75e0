import { env } from "@/server/lib/env";

/**
 * The name and the attributes of a cookie that this host alone sets and reads. Over https the `__Host-` prefix ties it to
 * this very host (RFC 6265bis §4.1.3.2), so that no sibling host can plant one. Browsers refuse that prefix over plain http,
 * where the demo runs; there `path` narrows the cookie.
 */
export function hostCookie(name: string, path: string) {
  const secure = env().baseUrl.startsWith("https://");
  const options = { httpOnly: true, sameSite: "lax", path: secure ? "/" : path, secure } as const;
  return { name: secure ? `__Host-${name}` : name, options };
}
