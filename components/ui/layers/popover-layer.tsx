import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import s from "../filter/filter.module.css";
import { returnToButton } from "./return-focus";

export type PopoverLayerProps = {
  label: string;
  align: "start" | "end";
  /** For short choices. */
  isSlim: boolean;
  /** The button that opens it, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  children: ReactNode;
};

/** The open part of a `PopoverButton`, below its button. */
export function PopoverLayer({ label, align, isSlim, button, isOpen, setOpen, children }: PopoverLayerProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className={isSlim ? `${s.popover} ${s.slim}` : s.popover}
          align={align}
          sideOffset={6}
          collisionPadding={16}
          aria-label={label}
          onInteractOutside={(event) => {
            // The button closes it itself; closed before its press it would open again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={() => returnToButton(button)}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
