import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { type CheckoutPage, type Problem, pageAddress } from "@/components/checkout/model";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import type { Checkout } from "@/server/payments/checkout/checkout-view";
import { findPaymentOfToken, getCheckout } from "@/server/payments/checkout/get-checkout";
import { getLinkCheckout } from "@/server/payments/checkout/get-link-checkout";
import { recordOpened, recordSecondScreen } from "@/server/payments/checkout/record-opened";
import { findLinkByToken } from "@/server/payments/links/find-link";
import { pageResponse, seeBank, seeOther, stateResponse, wantsJson, withErrorPage } from "./answer";
import { buildPage, type Shown } from "./build-page";
import { eventStream } from "./event-stream";
import { openProblem, sealProblem } from "./flash-message";
import { isNavigation, isOpening, isPrefetch } from "./opening";
import { linkAddresses, onwardAddress, type PageParams, readParams, requestAddresses } from "./params";
import { type Pressed, press, type Target } from "./press";
import { qrResponse } from "./qr-response";
import { stateVersionOf } from "./state-version";

type View = CheckoutPage["view"];

/** What a page is of: a payment request, framed or hosted, or a payment link. */
export type Subject = {
  isLink: boolean;
  params: PageParams;
  target: Target;
  /**
   * The page's content. `view`: instead of its own. `countView`: a person opened the link.
   * @throws AppError PAYMENT_REQUEST_NOT_FOUND, PAYMENT_LINK_NOT_FOUND
   */
  find(ctx: Ctx, options?: { view?: View; countView?: boolean }): Promise<Shown>;
  /** The payment or link whose changes an open page follows. @throws as `find` */
  followed(ctx: Ctx): Promise<{ id: string; merchantId: string }>;
};

/** The page of a payment request, by the token in its query. */
export function requestSubject(request: Request, ownView: View): Subject {
  const params = readParams(request);
  const { token } = params;
  return {
    isLink: false,
    params,
    target: { paymentToken: token },
    async find(ctx, { view = ownView } = {}) {
      const checkout = await getCheckout(ctx, token);
      if (!checkout) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
      return { checkout, view, params, addresses: requestAddresses(view, params) };
    },
    async followed(ctx) {
      const payment = await findPaymentOfToken(ctx, token);
      if (!payment) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
      return payment;
    },
  };
}

/** The page of a payment link, by the token in its path. */
export function linkSubject(request: Request, token: string): Subject {
  const params = readParams(request, token);
  return {
    isLink: true,
    params,
    target: { linkToken: token },
    async find(ctx, { countView = false } = {}) {
      const checkout = await getLinkCheckout(ctx, token, { countView, followedId: params.followedId });
      if (!checkout) throw new AppError("PAYMENT_LINK_NOT_FOUND");
      const following = { ...params, followedId: checkout.paymentRequestId ?? params.followedId };
      return { checkout, view: "hosted", params: following, addresses: linkAddresses(following) };
    },
    async followed(ctx) {
      const link = await findLinkByToken(ctx, token);
      if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
      return { id: link.id, merchantId: link.merchantId };
    },
  };
}

/**
 * GET of a page. A link answers a client that accepts JSON with its state, and 410 with the reason if it cannot be paid; a
 * prefetch of it gets no content, because the prefetched page would be out of date: the browser requests it again on
 * navigation. Only a view of a link counts (opening.ts).
 */
export async function showPage(request: Request, subject: Subject): Promise<Response> {
  const { isLink, params } = subject;
  const isAhead = isPrefetch(request);
  if (isLink && isAhead) return new Response(null, { status: 503, headers: PRIVATE_HEADERS });
  if (isLink && wantsJson(request)) return showState(request, subject);
  return withErrorPage(request, async (ctx) => {
    // Showing a form's result is not another view.
    const shown = await subject.find(ctx, { countView: params.flash === null && isOpening(request) });
    const { phase, paymentRequestId } = shown.checkout;
    const isChoosing = phase === "choosing" && request.method === "GET" && !isAhead;
    // Opened means: the page was shown while a bank could still be chosen.
    if (isChoosing && paymentRequestId !== null) await recordOpened(ctx, paymentRequestId);
    if (isChoosing && params.fromPhone && isNavigation(request))
      await recordSecondScreen(ctx, paymentRequestId === null ? { linkToken: params.token } : { paymentRequestId });
    const problem = openProblem(params.flash, params.token);
    return pageResponse(await buildPage(ctx, { ...shown, problem }), isLink && isGone(shown.checkout) ? 410 : 200);
  });
}

/** GET of a page's state, for its script and, of a link, for API clients. */
export function showState(request: Request, subject: Subject): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const shown = await subject.find(ctx);
    if (subject.isLink) refuseGone(shown.checkout, "opening");
    return stateResponse(await buildPage(ctx, shown), subject.params.key);
  });
}

/** GET of the page's address as a QR code, for a second device. */
export function showQr(request: Request, subject: Subject): Promise<Response> {
  return withErrorPage(request, async (ctx) => qrResponse((await subject.find(ctx)).addresses.phone));
}

/** GET of the event stream of a page, for its script. */
export function showEvents(request: Request, subject: Subject): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const followed = await subject.followed(ctx);
    return eventStream(request, { ...followed, look: async () => stateVersionOf(await subject.find(ctx)) });
  });
}

/**
 * POST of a form on a page. Its target is the whole window: the response is the bank, or a hosted page. The payment that a
 * link's form creates or cancels continues on its own page. The script of a framed page sends its form itself, and gets the state.
 */
export function pressPage(request: Request, subject: Subject): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const { isLink, params, target } = subject;
    const before = await subject.find(ctx);
    const locale = params.locale ?? before.checkout.locale;
    const pressed = await press(ctx, request, { target, locale, bankWindow: params.window });
    if (wantsJson(request) && !isLink) return pressedState(ctx, subject, pressed);
    if (pressed.kind === "bank") return seeBank(pressed, params);
    if (pressed.kind === "own_page") return seeOther(onwardAddress(pressed.paymentToken, params));
    const after = await subject.find(ctx, { view: "hosted" });
    if (wantsJson(request)) refuseGone(after.checkout, "attempt");
    if (isGone(after.checkout)) return pageResponse(await buildPage(ctx, after), 410);
    // A cancel keeps the frame. A form that starts a payment was sent to the whole window or a tab, where the framed
    // page does not belong.
    const next = pressed.kind === "shown" ? before : after;
    if (pressed.kind === "closed" || pressed.problem === null) return seeOther(next.addresses.post);
    const change = isOfAnotherBank(pressed.problem, after.checkout) ? { change: "1" } : {};
    const added = { flash: sealProblem(pressed.problem, params.token), ...change };
    return seeOther(isLink ? pageAddress(after.addresses, added) : onwardAddress(params.token, params, added));
  });
}

/** The first bank keeps the payment, and the problem is of the bank that the customer chose instead: the page shows it. */
function isOfAnotherBank(problem: Problem | null, { canChangeBank }: Checkout): boolean {
  return canChangeBank && problem !== null && problem.kind !== "bank_kept";
}

async function pressedState(ctx: Ctx, subject: Subject, pressed: Pressed): Promise<Response> {
  const go = pressed.kind === "bank" ? pressed.url : null;
  const after = await subject.find(ctx);
  if (pressed.kind === "shown" || pressed.kind === "closed") refuseGone(after.checkout, "attempt");
  const problem = pressed.kind === "shown" ? pressed.problem : null;
  const params = { ...after.params, change: isOfAnotherBank(problem, after.checkout) };
  const addresses = requestAddresses(after.view, params);
  return stateResponse(await buildPage(ctx, { ...after, params, addresses, problem, opening: go !== null }), null, go);
}

const GONE = new Set<Checkout["phase"]>(["link_used", "link_expired", "link_cancelled"]);

/** Whether the link accepts no payment any more. Its page is then a 410 with the reason. */
function isGone({ phase }: Checkout): boolean {
  return GONE.has(phase);
}

/**
 * The same as an API error (contract, "Readings of the spec").
 * @throws AppError PAYMENT_LINK_EXPIRED on opening an expired link; else PAYMENT_LINK_NOT_ACTIVE
 */
function refuseGone(checkout: Checkout, what: "opening" | "attempt"): void {
  if (!isGone(checkout)) return;
  if (what === "opening" && checkout.phase === "link_expired") throw new AppError("PAYMENT_LINK_EXPIRED");
  throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { metadata: { link_status: checkout.link?.status } });
}
