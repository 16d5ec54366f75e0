"use client";

import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { later } from "../../ui/layers/later";
import ui from "../../ui/ui.module.css";
import s from "./command.module.css";
import type { Section } from "./commands";
import { OPEN_MENU_EVENT } from "./keyboard-map";
import type { NavGroup } from "./nav-items";

const CommandDialog = later(async () => (await import("./command-dialog")).CommandDialog);

type MenuProps = { groups: NavGroup[]; section?: Section };

/** The search of the top bar: a merchant's payments and links, then pages, then commands. */
export function CommandMenu({ groups, section = "console" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(OPEN_MENU_EVENT, open);
    return () => window.removeEventListener(OPEN_MENU_EVENT, open);
  }, []);
  return (
    <>
      <Button
        look="plain"
        className={s.field}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={ui.cut}>
          {section === "console" ? "Search payments, customers or IDs" : "Search pages and commands"}
        </span>
        <i aria-hidden="true">Ctrl</i>
        <i aria-hidden="true">K</i>
      </Button>
      {isOpen ? <CommandDialog groups={groups} section={section} close={() => setOpen(false)} /> : null}
    </>
  );
}
