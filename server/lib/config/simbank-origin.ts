import type { Env } from "./env";

type Settings = Pick<Env, "demo" | "simbankEnabled" | "simbankUrl" | "baseUrl">;

/** `host` or `host:port` of the origin that serves only the simulated banks; null: there is none. */
export function simbankHostOf({ simbankEnabled, simbankUrl, baseUrl }: Settings): string | null {
  if (!simbankEnabled || simbankUrl === null) return null;
  const { host } = new URL(simbankUrl);
  return host === new URL(baseUrl).host ? null : host;
}

/**
 * Whether the product serves the simulated banks under the host of a request. In the demo under any host; otherwise
 * never under the operator's own host, which would make their pages look genuine.
 */
export function servesSimbank(settings: Settings, host: string | null): boolean {
  if (!settings.simbankEnabled || settings.demo) return settings.simbankEnabled;
  const own = simbankHostOf(settings);
  return own !== null && host?.toLowerCase() === own;
}
