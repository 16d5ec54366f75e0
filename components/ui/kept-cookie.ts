import { useSyncExternalStore } from "react";

const KEPT_S = 365 * 24 * 60 * 60;
const CHANGED = "bankside:cookie";

/** Stores a choice of the user in a cookie, so that the server can use it for the first view. Empty: the default. */
export function keepCookie(name: string, value: string): void {
  const life = value === "" ? 0 : KEPT_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${life}; SameSite=Lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function readCookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? "");
  } catch {
    return "";
  }
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  return () => window.removeEventListener(CHANGED, notify);
}

/** The stored value; empty without one. `known`: the value that the server read, for the first view. */
export function useKeptCookie(name: string, known: string): string {
  return useSyncExternalStore(
    subscribe,
    () => readCookie(name),
    () => known,
  );
}
