import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { IconName } from "../../ui/icons";
import { announce } from "../../ui/layers/toasts";
import { SHOW_KEYS_EVENT } from "./keyboard-map";
import { NEW_LINK_PATH } from "./nav-items";

/** The pages of a merchant, or the operator's. */
export type Section = "console" | "operator";

/** A command of the menu, in one section (`at`) or both: an address, or a function. */
export type Act = { words: string; icon: IconName; key?: string; needs?: ProcedurePath; at?: Section } & (
  | {
      href: string;
      /** Whether the page's form for a new entry opens at once. */
      creates?: true;
    }
  | { href?: undefined; run: (close: () => void) => void }
);

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
    words: "New API key",
    icon: "key",
    needs: "credentials.create",
    href: "/console/api-keys",
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
    words: "Simulate a payment",
    icon: "play",
    needs: "developers.reference.send",
    href: "/console/try-it",
  },
  { at: "console", words: "Verify audit log", icon: "audit", needs: "audit.verify", href: "/console/audit" },
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
  { at: "console", words: "Security and sessions", icon: "user", href: "/console/security" },
  { at: "operator", words: "Security and sessions", icon: "user", href: "/account" },
  { words: "Documentation", icon: "book", href: "/docs" },
  {
    words: "Copy page address",
    icon: "copy",
    run: (close) => {
      navigator.clipboard.writeText(window.location.href).then(
        () => announce("Copied"),
        // Without clipboard access the user can copy from the address bar.
        () => undefined,
      );
      close();
    },
  },
  {
    words: "Keyboard shortcuts",
    icon: "book",
    key: "?",
    run: (close) => {
      close();
      window.dispatchEvent(new Event(SHOW_KEYS_EVENT));
    },
  },
];

/** Whether each typed word begins a word of the name. */
export function fits(typed: string, name: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const parts = typed.toLowerCase().trim().split(/\s+/).filter(Boolean);
  return parts.every((part) => words.some((word) => word.startsWith(part)));
}

/** The commands of a section that the user may run and that match the typed text. */
export function actsFor(may: (path: ProcedurePath) => boolean, typed: string, section: Section): Act[] {
  const isHere = ({ at, needs }: Act) => (at ?? section) === section && (needs === undefined || may(needs));
  return ACTS.filter((act) => fits(typed, act.words) && isHere(act));
}
