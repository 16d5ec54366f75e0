import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Button } from "../button";
import { PopoverLayer } from "./layers";

type PopoverButtonProps = ComponentProps<typeof Button> & {
  /** The name of what it opens. */
  label: string;
  align?: "start" | "end";
  isSlim?: boolean;
  /** What it opens. Call `close` once something is chosen. */
  opens: (close: () => void) => ReactNode;
};

/** A button that opens choices or a short form below it. */
export function PopoverButton({ label, align = "end", isSlim = false, opens, ...button }: PopoverButtonProps) {
  // Undefined until the first press.
  const [isOpen, setOpen] = useState<boolean>();
  const ref = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        {...button}
        ref={ref}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen === undefined ? null : (
        <PopoverLayer label={label} align={align} isSlim={isSlim} button={ref} isOpen={isOpen} setOpen={setOpen}>
          {opens(() => setOpen(false))}
        </PopoverLayer>
      )}
    </>
  );
}
