import { useEffect, useRef, useState } from "react";
import type { BanksideLoader } from "../../checkout/browser/embed-types";
import { Note } from "../../ui/parts";
import s from "./try-it.module.css";

const LOADER_PATH = "/embed.js";

/** Loads this installation's loader once, as a shop's page does. */
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

/** The checkout of a payment, embedded in this page. The bank opens in a tab of its own, so that the page stays. */
export function SimulationCheckout({ token }: { token: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const element = container.current;
    let isGone = false;
    let unmount: (() => void) | undefined;
    loaded().then(
      (loader) => {
        if (isGone) return;
        const checkout = loader.mount(element, { paymentToken: token, bankWindow: "tab" });
        unmount = () => checkout.unmount();
      },
      (error: Error) => setProblem(error.message),
    );
    return () => {
      isGone = true;
      unmount?.();
    };
  }, [token]);
  return (
    <>
      {problem ? <Note tone="bad">{problem} The payment was created. Reload this page.</Note> : null}
      <div className={s.checkout} ref={container} />
    </>
  );
}
