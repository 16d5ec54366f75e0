"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "../../ui/button";
import { useOpenLayer } from "../../ui/layers/open-layer";
import s from "./shell.module.css";

/**
 * The navigation. On a phone it is a dialog over the page: a native popover, which opens without script. Once open, it is
 * in the address, so that Back closes it, and what is behind it is inert. Its links replace that address.
 */
export function Sheet({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null);
  const { open, show, close } = useOpenLayer("menu");
  const isOpen = open !== null;
  const forget = useEffectEvent(close);
  useEffect(() => {
    const shown = sheet.current;
    if (!isOpen || !shown) return;
    // After a reload, or by Forward.
    if (!shown.matches(":popover-open")) return forget();
    const behind = behindOf(shown);
    for (const part of behind) part.inert = true;
    shown.querySelector("button")?.focus();
    return () => {
      for (const part of behind) part.inert = false;
      shown.hidePopover();
      // The browser gives the focus back while the button is still inert.
      document.querySelector<HTMLElement>(`header [popovertarget=${shown.id}]`)?.focus();
    };
  }, [isOpen]);
  return (
    <div
      ref={sheet}
      className={s.rail}
      id={id}
      popover="auto"
      {...(isOpen ? { role: "dialog", "aria-modal": true, "aria-label": "Menu" } : {})}
      onToggle={({ newState }) => (newState === "open" ? show("menu") : close())}
    >
      <IconButton icon="x" label="Close menu" popoverTarget={id} popoverTargetAction="hide" />
      <nav aria-label={name}>{children}</nav>
    </div>
  );
}

/** What is beside the sheet and beside what it is in, up to the body. */
function behindOf(sheet: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement | null = sheet; at && at !== document.body; at = at.parentElement) {
    for (const one of at.parentElement?.children ?? []) {
      if (one !== at && one instanceof HTMLElement && !one.inert) found.push(one);
    }
  }
  return found;
}
