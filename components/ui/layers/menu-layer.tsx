import { Menu } from "radix-ui/internal";
import { type RefObject, useRef, useState } from "react";
import { Icon, type IconName } from "../icons";
import { Link } from "../link";
import s from "./menu.module.css";
import { returnToButton } from "./return-focus";

export type MenuItem = {
  words: string;
  icon: IconName;
  /** What can't be undone: red, under a line of its own. */
  danger?: boolean;
  /** Why it can't be chosen now: its second line. */
  blocked?: string;
} & (
  | { onChoose: () => void }
  | {
      /** A page of this section. */
      href: string;
    }
);

export type MenuLayerProps = {
  label: string;
  items: readonly MenuItem[];
  about: string | undefined;
  align: "start" | "end";
  /** The button that opens it, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  /** Opened by a key: the first item gets the focus. */
  isByKey: boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
};

/** The open part of a `Menu`, below its button. */
export function MenuLayer({ label, items, about, align, button, isByKey, isOpen, setOpen }: MenuLayerProps) {
  const chosen = useRef<(() => void) | null>(null);
  // The sheet of a phone's navigation is above everything that is not within it.
  const [sheet] = useState(() => button.current?.closest<HTMLElement>("[popover]:popover-open"));
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <Menu.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Menu.Portal container={sheet}>
        <Menu.Content
          className={s.menu}
          align={align}
          sideOffset={6}
          collisionPadding={16}
          loop
          aria-label={label}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (isByKey && relatedTarget === button.current)
              currentTarget.querySelector<HTMLElement>("[role=menuitem]")?.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes it itself; closed before its press it would open again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnToButton(button);
            chosen.current?.();
            chosen.current = null;
          }}
        >
          {about ? (
            <Menu.Label className={s.about} title={about}>
              {about}
            </Menu.Label>
          ) : null}
          {items.map((item) => (
            <Item
              key={item.words}
              item={item}
              isInSheet={Boolean(sheet)}
              onChoose={(act) => {
                chosen.current = act;
              }}
            />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

type ItemProps = { item: MenuItem; isInSheet: boolean; onChoose: (act: () => void) => void };

function Item({ item, isInSheet, onChoose }: ItemProps) {
  const { words, icon, danger = false, blocked } = item;
  const shown = (
    <>
      <Icon name={icon} />
      <span>
        {words}
        {blocked ? <small>{blocked}</small> : null}
      </span>
    </>
  );
  if ("href" in item) {
    return (
      <Menu.Item className={s.item} asChild>
        {/* The sheet's own entry of the history is not kept. */}
        <Link href={item.href} replace={isInSheet}>
          {shown}
        </Link>
      </Menu.Item>
    );
  }
  return (
    <>
      {danger ? <Menu.Separator className={s.line} /> : null}
      <Menu.Item
        className={danger ? `${s.item} ${s.danger}` : s.item}
        disabled={blocked !== undefined}
        onSelect={() => onChoose(item.onChoose)}
      >
        {shown}
      </Menu.Item>
    </>
  );
}
