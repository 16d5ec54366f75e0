import type { ProcedurePath } from "@/server/access/permissions";
import type { IconName } from "./icons";
import { SHOW_KEYS_EVENT } from "./keyboard-map";
import { announce } from "./toasts";

/** Where one is: on the pages of a merchant, or in the operator's section, which is of none. */
export type Section = "console" | "operator";

/** Something to do from anywhere, or anywhere in one section: an address that begins it, or a run of its own. */
export type Act = { words: string; icon: IconName; key?: string; needs?: ProcedurePath; at?: Section } & (
  | {
      href: string;
      /** Whether what that page makes is begun at once. */
      creates?: true;
    }
  | { href?: undefined; run: (close: () => void) => void }
);

export const NEW_LINK_PATH = "/console/payment-links?new=";

const ACTS: readonly Act[] = [
  {
    at: "console",
    words: "New payment link",
    icon: "link",
    key: "C",
    needs: "paymentLinks.create",
    href: NEW_LINK_PATH,
  },
  {
    at: "console",
    words: "New credential",
    icon: "key",
    needs: "credentials.create",
    href: "/console/credentials",
    creates: true,
  },
  {
    at: "console",
    words: "New webhook endpoint",
    icon: "webhook",
    needs: "webhooks.endpoints.create",
    href: "/console/webhooks",
    creates: true,
  },
  {
    at: "console",
    words: "Make a test payment",
    icon: "play",
    needs: "developers.reference.send",
    href: "/console/play",
  },
  { at: "console", words: "Check the audit log", icon: "audit", needs: "audit.verify", href: "/console/audit" },
  {
    at: "operator",
    words: "New merchant",
    icon: "payments",
    needs: "platform.merchants.create",
    href: "/operator/merchants",
    creates: true,
  },
  {
    at: "operator",
    words: "New partner",
    icon: "team",
    needs: "platform.partners.create",
    href: "/operator/partners",
    creates: true,
  },
  {
    at: "operator",
    words: "Connect a bank",
    icon: "bank",
    needs: "platform.connections.put",
    href: "/operator/banks",
    creates: true,
  },
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

/** What somebody may do in a section whose words fit. */
export function actsFor(may: (path: ProcedurePath) => boolean, typed: string, section: Section): Act[] {
  const isHere = ({ at, needs }: Act) => (at ?? section) === section && (needs === undefined || may(needs));
  return ACTS.filter((act) => fits(typed, act.words) && isHere(act));
}
