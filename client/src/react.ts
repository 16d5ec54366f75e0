"use client";
import { createElement, type HTMLAttributes, type ReactElement, type RefObject, useEffect, useRef } from "react";
import { type CheckoutController, type CheckoutOptions, type CheckoutResult, loadBankside } from "./loader.js";

type Own = Omit<CheckoutOptions, "onError"> & {
  /** Origin of the installation, such as `https://pay.example.com`. */
  baseUrl: string;
  /** The loader's codes, and `loader_unreachable`: its script could not be loaded, or `baseUrl` is no URL. */
  onError?: ((error: { code: string; message: string }) => void) | undefined;
  /** The first result of the payment: the value of `CheckoutController.completed`, unless that is `closed`. */
  onEnd?: ((result: CheckoutResult) => void) | undefined;
};

export type BanksideCheckoutProps = Own & Omit<HTMLAttributes<HTMLDivElement>, keyof Own | "children">;

/**
 * The checkout of a payment in a `div`, which takes all other attributes. The loader is loaded once per page; props update
 * the checkout, another token opens a closed dialog again, and unmounting removes it. On a server it is an empty `div`.
 */
export function BanksideCheckout(props: BanksideCheckoutProps): ReactElement {
  const { baseUrl, paymentToken, locale, theme, display, bankWindow, onReady, onChange, ...others } = props;
  const { onComplete, onError, onClose, onStartAgain, onEnd, ...attributes } = others;
  const startsAgain = onStartAgain !== undefined;
  const element = useRef<HTMLDivElement>(null);
  const controller = useRef<CheckoutController>(null);
  /** Set when the customer closes the dialog: a closed checkout can't be updated, and another token is mounted anew. */
  const reopen = useRef<() => void>(null);
  // Callbacks are read from the latest props: a new function on each render does not remount the checkout.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let isGone = false;
    loadBankside(baseUrl, { locale: latest.current.locale }).then(
      (loader) => {
        // React removes the element before it runs the cleanup.
        const place = element.current;
        if (isGone || !place) return;
        const mount = () => {
          reopen.current = null;
          controller.current = loader.mount(place, { ...optionsOf(latest), display, onClose: closed });
          callOnEnd(controller.current, latest);
        };
        const closed = () => {
          const { paymentToken: shown } = latest.current;
          reopen.current = () => {
            if (latest.current.paymentToken !== shown) mount();
          };
          latest.current.onClose?.();
        };
        mount();
      },
      ({ message }: Error) => {
        if (!isGone && element.current) latest.current.onError?.({ code: "loader_unreachable", message });
      },
    );
    return () => {
      isGone = true;
      controller.current?.unmount();
      controller.current = null;
      reopen.current = null;
    };
  }, [baseUrl, display]);

  useEffect(() => {
    const mounted = controller.current;
    if (!mounted) return;
    if (reopen.current) return reopen.current();
    const before = mounted.completed;
    const startAgain = startsAgain ? () => latest.current.onStartAgain?.() : undefined;
    mounted.update({ paymentToken, locale, theme, bankWindow, onStartAgain: startAgain });
    if (mounted.completed !== before) callOnEnd(mounted, latest);
  }, [paymentToken, locale, theme, bankWindow, startsAgain]);

  return createElement("div", { ...attributes, ref: element });
}

type Latest = RefObject<BanksideCheckoutProps>;

function optionsOf(latest: Latest): CheckoutOptions {
  const { paymentToken, locale, theme, bankWindow } = latest.current;
  return {
    ...{ paymentToken, locale, theme, bankWindow },
    onReady: () => latest.current.onReady?.(),
    onChange: (change) => latest.current.onChange?.(change),
    onComplete: (result) => latest.current.onComplete?.(result),
    onError: (error) => latest.current.onError?.(error),
    ...(latest.current.onStartAgain && { onStartAgain: () => latest.current.onStartAgain?.() }),
  };
}

/** A checkout that was removed, given another payment or closed by the customer does not call `onEnd`. */
function callOnEnd(mounted: CheckoutController, latest: Latest): void {
  void mounted.completed.then((result) => {
    if (result.status !== "closed") latest.current.onEnd?.(result);
  });
}
