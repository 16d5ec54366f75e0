"use client";

import { useEffect, useRef, useState } from "react";
import type { BanksideLoader } from "../../checkout/browser/embed-types";
import { Note } from "../parts";
import s from "./play.module.css";

const LOADER_PATH = "/embed.js";

/** The loader of this installation, as a shop's page has it: a tag, once. */
function loaded(): Promise<BanksideLoader> {
  const there = () => (window as { Bankside?: BanksideLoader }).Bankside;
  const known = there();
  if (known) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = LOADER_PATH;
    const fail = () => {
      script.remove();
      reject(new Error(`${LOADER_PATH} could not be loaded.`));
    };
    script.onload = () => {
      const loader = there();
      if (loader) resolve(loader);
      else fail();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}

/** The checkout of a payment as its shopper has it, in this page. Its bank opens beside it, so that the page stays. */
export function PlayCheckout({ token }: { token: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const element = place.current;
    let isGone = false;
    let unmount: (() => void) | undefined;
    loaded().then(
      (loader) => {
        if (isGone) return;
        const checkout = loader.mount(element, { paymentToken: token, bankWindow: "tab" });
        unmount = () => checkout.unmount();
      },
      (error: Error) => setTrouble(error.message),
    );
    return () => {
      isGone = true;
      unmount?.();
    };
  }, [token]);
  return (
    <>
      {trouble ? <Note tone="bad">{trouble} The payment is made, and waits: load this page again.</Note> : null}
      <div className={s.checkout} ref={place} />
    </>
  );
}
