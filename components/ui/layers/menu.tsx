import { type ComponentProps, useRef, useState } from "react";
import { Button } from "../button";
import { Icon } from "../icons";
import ui from "../ui.module.css";
import { MenuLayer } from "./layers";
import type { MenuItem } from "./menu-layer";

type MenuProps = Omit<ComponentProps<typeof Button>, "onClick" | "onKeyDown"> & {
  /** The name of the list. */
  label: string;
  items: readonly MenuItem[];
  /** Text above the items. */
  about?: string;
  align?: "start" | "end";
};

/** A button that opens a list of actions and pages. What an item does begins once the button has the focus again. */
export function Menu({ label, items, about, align = "end", ...button }: MenuProps) {
  // Undefined until the first press.
  const [isOpen, setOpen] = useState<boolean>();
  const [isByKey, setByKey] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const open = (byKey: boolean) => {
    setByKey(byKey);
    setOpen(true);
  };
  return (
    <>
      <Button
        {...button}
        ref={ref}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        // A key press has no count of clicks.
        onClick={({ detail }) => (isOpen ? setOpen(false) : open(detail === 0))}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          open(true);
        }}
      />
      {isOpen === undefined ? null : (
        <MenuLayer
          label={label}
          items={items}
          about={about}
          align={align}
          button={ref}
          isByKey={isByKey}
          isOpen={isOpen}
          setOpen={setOpen}
        />
      )}
    </>
  );
}

/** `…`: what can be done besides the buttons next to it. `label` names the button and its list. */
export function MoreMenu({ look, ...props }: Pick<MenuProps, "label" | "items"> & { look?: "plain" }) {
  return (
    <Menu look={look} className={look ? ui.ghost : ui.square} aria-label={props.label} data-over="" {...props}>
      <Icon name="dots" />
    </Menu>
  );
}
