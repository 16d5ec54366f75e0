import type { ProcedurePath } from "@/server/access/permissions";
import type { IconName } from "./icons";
import { SHOW_KEYS_EVENT } from "./keyboard-map";
import { announce } from "./toasts";

/** Something to do from anywhere: an address that begins it, or a run of its own. */
export type Act = { words: string; icon: IconName; key?: string; needs?: ProcedurePath } & (
  | {
      href: string;
      /** Whether what that page makes is begun at once. */
      creates?: true;
    }
  | { href?: undefined; run: (close: () => void) => void }
);

export const NEW_LINK_PATH = "/console/payment-links?new=";

const ACTS: readonly Act[] = [
  { words: "New payment link", icon: "link", key: "C", needs: "paymentLinks.create", href: NEW_LINK_PATH },
  { words: "New credential", icon: "key", needs: "credentials.create", href: "/console/credentials", creates: true },
  {
    words: "New webhook endpoint",
    icon: "webhook",
    needs: "webhooks.endpoints.create",
    href: "/console/webhooks",
    creates: true,
  },
  { words: "Make a test payment", icon: "play", needs: "developers.reference.send", href: "/console/play" },
  { words: "Check the audit log", icon: "audit", needs: "audit.verify", href: "/console/audit" },
  { words: "Your sign-in and sessions", icon: "user", href: "/account" },
  { words: "Guides and reference", icon: "book", href: "/docs" },
  {
    words: "Copy this page’s address",
    icon: "copy",
    run: (close) => {
      navigator.clipboard.writeText(window.location.href).then(
        () => announce("The address is copied."),
        // Where a browser gives no clipboard there is the address bar: nothing failed that somebody waits for.
        () => undefined,
      );
      close();
    },
  },
  {
    words: "Show all keys",
    icon: "book",
    key: "?",
    run: (close) => {
      close();
      window.dispatchEvent(new Event(SHOW_KEYS_EVENT));
    },
  },
];

/** Whether each word that was typed begins a word of a name. */
export function fits(typed: string, name: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const parts = typed.toLowerCase().trim().split(/\s+/).filter(Boolean);
  return parts.every((part) => words.some((word) => word.startsWith(part)));
}

/** What somebody may do here whose words fit. */
export function actsFor(may: (path: ProcedurePath) => boolean, typed: string): Act[] {
  return ACTS.filter(({ words, needs }) => fits(typed, words) && (needs === undefined || may(needs)));
}
