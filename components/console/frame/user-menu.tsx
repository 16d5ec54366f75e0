import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import s from "./shell.module.css";

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.[0] ?? "")
    .join("")
    .toUpperCase();
}

type UserMenuProps = {
  user: { name: string; email: string };
  /** The page of the sign-in methods, in this section. */
  security?: string;
  /** Other sections that this user may open. */
  elsewhere?: { href: string; name: string }[];
  /** Further items. */
  children?: ReactNode;
};

/** The signed-in user and their menu: a native popover, which needs no script. */
export function UserMenu({ user, security = "/account", elsewhere = [], children }: UserMenuProps) {
  return (
    <div className={s.foot}>
      <Button look="plain" className={s.me} popoverTarget="user-menu" aria-label={`Account menu of ${user.name}`}>
        <span className={s.avatar} aria-hidden="true">
          {initials(user.name)}
        </span>
        <span className={s.who}>
          <b>{user.name}</b>
          <small title={user.email}>{user.email}</small>
        </span>
        <Icon name="updown" />
      </Button>
      <div className={s.menu} id="user-menu" popover="auto">
        <p title={user.email}>{user.email}</p>
        <ul>
          <li>
            <Link href={security}>
              <Icon name="user" />
              Security
            </Link>
          </li>
          {elsewhere.map(({ href, name }) => (
            <li key={href}>
              <Link href={href}>
                <Icon name="server" />
                {name}
              </Link>
            </li>
          ))}
          {children}
          <li>
            <form method="post" action="/sign-in/end">
              <Button look="plain" type="submit">
                <Icon name="leave" />
                Sign out
              </Button>
            </form>
          </li>
        </ul>
      </div>
    </div>
  );
}
