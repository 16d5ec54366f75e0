// The loader's public types. The client package publishes the same types (client/src/loader.ts); a test compares them.

export type CheckoutChange = { phase: string; amount: number; currency: string };

export type CheckoutResult = {
  status: "success" | "failed" | "cancelled" | "expired" | "closed";
  paymentRequestId: string | null;
};

export type CheckoutErrorCode =
  | "element_not_found"
  | "token_missing"
  | "token_unknown"
  | "token_expired"
  | "origin_not_allowed"
  | "frame_blocked"
  | "timeout"
  | "unsupported_browser";

export type CheckoutOptions = {
  paymentToken: string;
  locale?: string | undefined;
  theme?: "light" | "dark" | undefined;
  display?: "inline" | "modal" | undefined;
  bankWindow?: "top" | "tab" | undefined;
  onReady?: (() => void) | undefined;
  onChange?: ((change: CheckoutChange) => void) | undefined;
  onComplete?: ((result: { status: "success"; paymentRequestId: string }) => void) | undefined;
  onError?: ((error: { code: CheckoutErrorCode; message: string }) => void) | undefined;
  onClose?: (() => void) | undefined;
  onStartAgain?: (() => void) | undefined;
};

const OPTIONS: Record<keyof CheckoutOptions, ""> = {
  ...{ paymentToken: "", locale: "", theme: "", display: "", bankWindow: "" },
  ...{ onReady: "", onChange: "", onComplete: "", onError: "", onClose: "", onStartAgain: "" },
};
/** For the frame's page: the loader has no list, because every shop's page would carry it. */
export const OPTION_NAMES = Object.keys(OPTIONS);

export type CheckoutController = {
  update(changed?: Partial<Omit<CheckoutOptions, "display">>): void;
  unmount(): void;
  readonly completed: Promise<CheckoutResult>;
};

export type BanksideLoader = {
  readonly version: string;
  readonly origin: string;
  mount(element: Element | null, options: CheckoutOptions): CheckoutController;
};
