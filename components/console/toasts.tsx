"use client";

import { Toast } from "radix-ui";
import { useEffect, useState } from "react";
import s from "./toasts.module.css";

const EVENT = "bankside:toast";
const SHOWN_MS = 5_000;

/** Says that something succeeded, at the foot of the page. What failed is said where it happened. */
export function announce(words: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: words }));
}

/** Where what succeeded is said: one at a time, heard politely, and kept while it is looked at. */
export function Toasts() {
  const [said, setSaid] = useState<{ words: string; number: number }>({ words: "", number: 0 });
  useEffect(() => {
    const hear = (event: Event) => {
      const words = event instanceof CustomEvent ? String(event.detail) : "";
      setSaid(({ number }) => ({ words, number: number + 1 }));
    };
    window.addEventListener(EVENT, hear);
    return () => window.removeEventListener(EVENT, hear);
  }, []);
  return (
    <Toast.Provider duration={SHOWN_MS} label="Notice" swipeDirection="left">
      {said.number > 0 ? (
        <Toast.Root className={s.toast} key={said.number} type="background">
          <Toast.Description>{said.words}</Toast.Description>
        </Toast.Root>
      ) : null}
      <Toast.Viewport className={s.place} label="Notices" />
    </Toast.Provider>
  );
}
