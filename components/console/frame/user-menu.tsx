"use client";

import { useRef } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Menu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import s from "./shell.module.css";

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.[0] ?? "")
    .join("")
    .toUpperCase();
}

export type UserMenuProps = {
  user: { name: string; email: string };
  /** The page of the sign-in methods, in this section. */
  security?: string;
  /** Other sections that this user may open. */
  elsewhere?: { href: string; name: string }[];
  /** Further items. */
  more?: MenuItem[];
};

/** The signed-in user and their menu. */
export function UserMenu({ user, security = "/account", elsewhere = [], more = [] }: UserMenuProps) {
  const signOut = useRef<HTMLFormElement>(null);
  const name = `Account menu of ${user.name}`;
  return (
    <div className={s.foot}>
      <Menu
        look="plain"
        className={s.me}
        aria-label={name}
        label={name}
        about={user.email}
        align="start"
        items={[
          { words: "Security", icon: "user", href: security },
          ...elsewhere.map((section): MenuItem => ({ words: section.name, icon: "server", href: section.href })),
          ...more,
          { words: "Sign out", icon: "leave", onChoose: () => signOut.current?.requestSubmit() },
        ]}
      >
        <span className={s.avatar} aria-hidden="true">
          {initials(user.name)}
        </span>
        <span className={s.who}>
          <b title={user.name}>{user.name}</b>
          <small title={user.email}>{user.email}</small>
        </span>
        <Icon name="updown" />
      </Menu>
      <form ref={signOut} method="post" action="/sign-in/end">
        {/* The menu opens by script. */}
        <noscript>
          <Button type="submit">Sign out</Button>
        </noscript>
      </form>
    </div>
  );
}
