import Bowser from "bowser";
import { isLoopback, isPrivate } from "../lib/networks";

/** A browser and its device in words, from what it calls itself: "Firefox on Windows". A hint for people, never a proof. */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return "an unknown browser";
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName() || "an unknown browser";
  const os = parser.getOSName();
  return os ? `${browser} on ${os}` : browser;
}

/** Where an address is, as far as it says so by itself. */
export function placeOf(ip: string | null | undefined): string {
  if (!ip) return "an unknown address";
  if (isLoopback(ip)) return `${ip}, this machine`;
  return isPrivate(ip) ? `${ip}, a private network` : ip;
}
