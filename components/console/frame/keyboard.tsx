"use client";

import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Checkbox } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import overlay from "../../ui/overlay.module.css";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import s from "./command.module.css";
import { NEW_LINK_PATH } from "./commands";
import { KEYS, meaningOf, OPEN_MENU_EVENT, SHOW_KEYS_EVENT } from "./keyboard-map";
import { press } from "./keyboard-press";
import { type NavGroup, type NavItem, navPages } from "./nav-items";
import { useMay, useMerchantId } from "./queries";

/** How long G waits for the letter of a page. */
const AFTER_G_MS = 1_200;
const OFF_KEY = "bankside.keys-off";

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input would trigger them. */
function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    // Without storage the shortcuts are on.
    return true;
  }
}

function setKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "");
  } catch {
    // Without storage the setting lasts as long as the page.
  }
  window.dispatchEvent(new Event("storage"));
}

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

/** Whether a key press belongs to a text field, or to a layer above the page. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
    return true;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;
}

function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** Focuses the row after or before the focused one; the first where none is. */
function stepRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`main tbody .${CSS.escape(table["row"] ?? "")}`)];
  const here = rows.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
  const next = here < 0 ? rows[0] : rows[Math.min(Math.max(here + by, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

/** Pages and sections that have a letter. */
function lettered(groups: readonly NavGroup[]): NavItem[] {
  const sections = groups.flatMap(({ items }) => items.filter(({ pages }) => pages !== undefined));
  return [...navPages(groups), ...sections].filter(({ letter }) => letter !== undefined);
}

/** Runs the shortcut of a key on this page; false: it has none. */
function act(letter: string, go: (href: string) => void, mayCreateLink: boolean): boolean {
  switch (letter) {
    case "/":
      return focus("main [data-list-search]") || window.dispatchEvent(new Event(OPEN_MENU_EVENT));
    case "F":
      return focus("main search button[aria-haspopup=dialog]");
    case "J":
      return press("main [data-next]") || stepRow(1);
    case "K":
      return press("main [data-previous]") || stepRow(-1);
    case "C":
      if (mayCreateLink) go(NEW_LINK_PATH);
      return mayCreateLink;
    case "?":
      window.dispatchEvent(new Event(SHOW_KEYS_EVENT));
      return true;
    case "N":
      return press("main [data-create]");
    case "R":
      return press("main [data-again]");
    default:
      return false;
  }
}

/** The keyboard shortcuts of every page, and the dialog that lists them. */
export function Keyboard({ groups }: { groups: NavGroup[] }) {
  const router = useRouter();
  const may = useMay();
  const merchantId = useMerchantId();
  const afterG = useRef(0);
  // The operator's pages are of no merchant.
  const mayCreateLink = may("paymentLinks.create") && merchantId !== "";
  useEffect(() => {
    const go = (href: string) => router.push(href);
    const onKeyDown = (event: KeyboardEvent) => {
      const isAfterG = event.timeStamp - afterG.current < AFTER_G_MS && afterG.current > 0;
      const meaning = meaningOf(event, isAfterG);
      if (meaning?.kind === "menu") {
        event.preventDefault();
        window.dispatchEvent(new Event(OPEN_MENU_EVENT));
        return;
      }
      if (meaning === null || isTaken(event) || !areKeysOn()) return;
      afterG.current = meaning.kind === "key" && meaning.letter === "G" ? event.timeStamp : 0;
      if (afterG.current > 0) return;
      if (meaning.kind === "page") {
        const page = lettered(groups).find((one) => one.letter === meaning.letter);
        if (page) go(page.href);
      } else if (act(meaning.letter, go, mayCreateLink)) {
        event.preventDefault();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, groups, mayCreateLink]);
  return <KeySheet groups={groups} mayCreateLink={mayCreateLink} />;
}

/** The list of shortcuts, and the switch that turns single keys off. */
function KeySheet({ groups, mayCreateLink }: { groups: NavGroup[]; mayCreateLink: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = useSyncExternalStore(subscribe, areKeysOn, () => true);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(SHOW_KEYS_EVENT, open);
    return () => window.removeEventListener(SHOW_KEYS_EVENT, open);
  }, []);
  const pages = lettered(groups);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.scrim} />
        <Dialog.Content className={`${overlay.dialog} ${s.sheet}`} aria-describedby={undefined}>
          <header>
            <Dialog.Title>Keyboard shortcuts</Dialog.Title>
            <Dialog.Close className={ui.ghost} aria-label="Close">
              <Icon name="x" />
            </Dialog.Close>
          </header>
          <div className={s.columns}>
            <dl>
              <KeyRow first="Ctrl" second="K" words="Search and commands" />
              {KEYS.filter(({ letter }) => letter !== "C" || mayCreateLink).map(({ letter, words }) => (
                <KeyRow key={letter} first={letter} words={words} />
              ))}
            </dl>
            <dl>
              {pages.map(({ href, name, letter }) => (
                <KeyRow key={`${letter} ${href}`} first="G" second={letter ?? ""} words={name} />
              ))}
            </dl>
          </div>
          <Checkbox checked={isOn} onChange={({ target }) => setKeysOn(target.checked)}>
            Single-key shortcuts. Ctrl K always works.
          </Checkbox>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function KeyRow({ first, second, words }: { first: string; second?: string; words: string }) {
  return (
    <div>
      <dt>
        <kbd>{first}</kbd>
        {second ? <kbd>{second}</kbd> : null}
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
