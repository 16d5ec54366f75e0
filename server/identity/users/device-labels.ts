import Bowser from "bowser";
import { isLoopback, isPrivate } from "../../lib/net/networks";

/**
 * A label for a browser and its system by its User-Agent: "Firefox on Windows". It is for display and proves nothing.
 */
export function formatDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return "an unknown browser";
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName() || "an unknown browser";
  const os = parser.getOSName();
  return os ? `${browser} on ${os}` : browser;
}

/** A label for an IP address, by the address alone. */
export function formatIpAddress(ip: string | null | undefined): string {
  if (!ip) return "an unknown address";
  if (isLoopback(ip)) return `${ip}, this server`;
  return isPrivate(ip) ? `${ip}, a private network` : ip;
}
