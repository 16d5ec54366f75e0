"use client";

import { useEffect, useState } from "react";
import { later } from "./later";

const EVENT = "bankside:toast";

export const ToastLayer = later(async () => (await import("./toast-layer")).ToastLayer);

/** Shows a message about a success at the foot of the page. Errors are shown where they occur. */
export function announce(text: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: text }));
}

/** Shows one message at a time. */
export function Toasts() {
  const [message, setMessage] = useState({ text: "", number: 0 });
  useEffect(() => {
    const onToast = (event: Event) => {
      const text = event instanceof CustomEvent ? String(event.detail) : "";
      setMessage(({ number }) => ({ text, number: number + 1 }));
    };
    window.addEventListener(EVENT, onToast);
    return () => window.removeEventListener(EVENT, onToast);
  }, []);
  return message.number > 0 ? <ToastLayer {...message} /> : null;
}
