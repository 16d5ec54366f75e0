import { Toast } from "radix-ui";
import s from "./toasts.module.css";

const SHOWN_MS = 5_000;

/** One message, politely announced, and kept while it has focus or hover. `number`: another one is another message. */
export function ToastLayer({ text, number }: { text: string; number: number }) {
  return (
    <Toast.Provider duration={SHOWN_MS} label="Notice" swipeDirection="left">
      <Toast.Root className={s.toast} key={number} type="background">
        <Toast.Description>{text}</Toast.Description>
      </Toast.Root>
      <Toast.Viewport className={s.viewport} label="Notices" />
    </Toast.Provider>
  );
}
