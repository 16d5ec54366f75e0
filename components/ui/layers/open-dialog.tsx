import { Dialog } from "radix-ui";
import type { ComponentProps } from "react";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";

type OpenDialogProps = ComponentProps<typeof Dialog.Content> & { onClose: () => void };

/** A dialog that is mounted open, over a scrim; after it the focus returns to where it was. */
export function OpenDialog({ onClose, ...content }: OpenDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.scrim} />
        <Dialog.Content className={s.dialog} onCloseAutoFocus={returnFocus} {...content} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}
