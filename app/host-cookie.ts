import { env } from "@/server/lib/config/env";

/**
 * The name and attributes of a cookie that only this host sets and reads. Over https the `__Host-` prefix binds it to
 * this host (RFC 6265bis §4.1.3.2), so that no sibling host can set it. Browsers reject the prefix over plain http,
 * where the demo runs; there `path` narrows the cookie.
 */
export function hostCookie(name: string, path: string) {
  const secure = env().baseUrl.startsWith("https://");
  const options = { httpOnly: true, sameSite: "lax", path: secure ? "/" : path, secure } as const;
  return { name: secure ? `__Host-${name}` : name, options };
}
