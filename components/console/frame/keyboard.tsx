"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { leavePage } from "../../ui/layers/block-back";
import { later } from "../../ui/layers/later";
import { loadLayers } from "../../ui/layers/layers";
import { useMay, useMerchantId } from "../../ui/queries";
import { meaningOf, OPEN_MENU_EVENT, SHOW_KEYS_EVENT } from "./keyboard-map";
import { press } from "./keyboard-press";
import { areKeysOn } from "./keyboard-setting";
import { lettered, type NavGroup, NEW_LINK_PATH } from "./nav-items";
import { stepRow } from "./step-row";

/** How long G waits for the letter of a page. */
const AFTER_G_MS = 1_200;
/** The first signs of a person who is about to press something. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

const KeySheet = later(async () => (await import("./key-sheet")).KeySheet);

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

/** Runs the shortcut of a key on this page; false: it has none. */
function act(letter: string, go: (href: string) => void, mayCreateLink: boolean): boolean {
  switch (letter) {
    case "/":
      return focus("main [data-list-search]") || window.dispatchEvent(new Event(OPEN_MENU_EVENT));
    case "F":
      return focus("main search button[aria-haspopup=dialog]");
    case "J":
      return press("main [data-next]:not(:disabled)") || stepRow(1);
    case "K":
      return press("main [data-previous]:not(:disabled)") || stepRow(-1);
    case "C":
      // The page of links is there already, and its address may be the same one after a form that was closed.
      if (mayCreateLink && !(NEW_LINK_PATH.startsWith(`${window.location.pathname}?`) && press("main [data-create]")))
        go(NEW_LINK_PATH);
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
    const go = (href: string) => leavePage(() => router.push(href));
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
  useEffect(() => {
    const load = () => {
      for (const sign of SIGNS) document.removeEventListener(sign, load);
      loadLayers();
    };
    for (const sign of SIGNS) document.addEventListener(sign, load);
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, load);
    };
  }, []);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(SHOW_KEYS_EVENT, open);
    return () => window.removeEventListener(SHOW_KEYS_EVENT, open);
  }, []);
  return isOpen ? <KeySheet groups={groups} mayCreateLink={mayCreateLink} close={() => setOpen(false)} /> : null;
}
