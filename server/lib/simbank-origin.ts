import type { Env } from "./env";

type Settings = Pick<Env, "demo" | "simbankEnabled" | "simbankUrl" | "baseUrl">;

/** `host` or `host:port` of the origin that the simulated banks have to themselves; null: they have none. */
export function simbankHostOf({ simbankEnabled, simbankUrl, baseUrl }: Settings): string | null {
  if (!simbankEnabled || simbankUrl === null) return null;
  const { host } = new URL(simbankUrl);
  return host === new URL(baseUrl).host ? null : host;
}

/**
 * Whether the product serves the simulated banks under the host that a request names. In the demo under any; elsewhere
 * never under the operator's own, whose name would vouch for their pages.
 */
export function servesSimbank(settings: Settings, host: string | null): boolean {
  if (!settings.simbankEnabled || settings.demo) return settings.simbankEnabled;
  const own = simbankHostOf(settings);
  return own !== null && host?.toLowerCase() === own;
}
