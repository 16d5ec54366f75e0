import { Toast } from "radix-ui";
import type { ReactNode } from "react";
import s from "./toasts.module.css";

const SHOWN_MS = 5_000;

/** `number`: another one is another message. `action`: a link; the message stays until its cause is gone. */
type ToastProps = { text: string; number?: number; action?: ReactNode };

/** One message, politely announced, and kept while it has focus or hover. It can be used beside an open dialog. */
export function ToastLayer({ text, number, action }: ToastProps) {
  const kept = action === undefined ? {} : { open: true, duration: Number.POSITIVE_INFINITY };
  return (
    <Toast.Provider duration={SHOWN_MS} label="Notice" swipeDirection="left">
      <Toast.Root className={s.toast} key={number} type="background" {...kept}>
        <Toast.Description>{text}</Toast.Description>
        {action}
      </Toast.Root>
      <Toast.Viewport className={s.viewport} label="Notices" />
    </Toast.Provider>
  );
}
