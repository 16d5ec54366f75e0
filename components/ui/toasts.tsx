"use client";

import { Toast } from "radix-ui";
import { useEffect, useState } from "react";
import s from "./toasts.module.css";

const EVENT = "bankside:toast";
const SHOWN_MS = 5_000;

/** Shows a message about a success at the foot of the page. Errors are shown where they occur. */
export function announce(text: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: text }));
}

/** Shows one message at a time, politely announced, and kept while it has focus or hover. */
export function Toasts() {
  const [message, setMessage] = useState<{ text: string; number: number }>({ text: "", number: 0 });
  useEffect(() => {
    const onToast = (event: Event) => {
      const text = event instanceof CustomEvent ? String(event.detail) : "";
      setMessage(({ number }) => ({ text, number: number + 1 }));
    };
    window.addEventListener(EVENT, onToast);
    return () => window.removeEventListener(EVENT, onToast);
  }, []);
  return (
    <Toast.Provider duration={SHOWN_MS} label="Notice" swipeDirection="left">
      {message.number > 0 ? (
        <Toast.Root className={s.toast} key={message.number} type="background">
          <Toast.Description>{message.text}</Toast.Description>
        </Toast.Root>
      ) : null}
      <Toast.Viewport className={s.viewport} label="Notices" />
    </Toast.Provider>
  );
}
