import type { CheckoutPage } from "@/components/checkout/model";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { findPaymentOfToken, getCheckout } from "@/server/payments/checkout/get-checkout";
import { recordOpened, recordSecondScreen } from "@/server/payments/checkout/record-opened";
import { pageResponse, seeBank, seeOther, stateResponse, wantsJson, withErrorPage } from "./answer";
import { buildPage, type Shown } from "./build-page";
import { eventStream } from "./event-stream";
import { openProblem, sealProblem } from "./flash-message";
import { isGone, refuseGone } from "./gone";
import { isNavigation, isPrefetch } from "./opening";
import { onwardAddress, type PageParams, readParams, requestAddresses } from "./params";
import { press } from "./press";
import { qrResponse } from "./qr-response";
import { stateVersionOf } from "./state-version";

type View = CheckoutPage["view"];

async function find(ctx: Ctx, view: View, params: PageParams): Promise<Shown> {
  const checkout = await getCheckout(ctx, params.token);
  if (!checkout) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  return { checkout, view, params, addresses: requestAddresses(view, params) };
}

/** GET of a payment request's page. */
export function showRequest(request: Request, view: View): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request);
    const problem = openProblem(params.flash, params.token);
    const shown = await find(ctx, view, params);
    const { phase, paymentRequestId } = shown.checkout;
    // Opened means: the page was shown while a bank could still be chosen.
    if (phase === "choosing" && paymentRequestId !== null && request.method === "GET" && !isPrefetch(request)) {
      await recordOpened(ctx, paymentRequestId);
      if (params.fromPhone && isNavigation(request)) await recordSecondScreen(ctx, { paymentRequestId });
    }
    return pageResponse(await buildPage(ctx, { ...shown, problem }));
  });
}

/** GET of a payment request's state, for the script of its page. */
export function showRequestState(request: Request, view: View): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request);
    const shown = await find(ctx, view, params);
    return stateResponse(await buildPage(ctx, shown), params.key);
  });
}

/** GET of the page's address as a QR code, for a second device. */
export function showRequestQr(request: Request): Promise<Response> {
  return withErrorPage(request, async (ctx) =>
    qrResponse((await find(ctx, "hosted", readParams(request))).addresses.phone),
  );
}

/** GET of the event stream of a payment request, for the script of its page. */
export function showRequestEvents(request: Request, view: View): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request);
    const payment = await findPaymentOfToken(ctx, params.token);
    if (!payment) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    return eventStream(request, { ...payment, look: async () => stateVersionOf(await find(ctx, view, params)) });
  });
}

/**
 * POST of a form on a payment request's page. The form's target is the whole window: its response is the hosted page or
 * the bank.
 */
export function pressRequest(request: Request, view: View): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request);
    const before = await find(ctx, view, params);
    const pressed = await press(ctx, request, {
      target: { paymentToken: params.token },
      locale: params.locale ?? before.checkout.locale,
      bankWindow: params.window,
    });
    if (wantsJson(request)) {
      const go = pressed.kind === "bank" ? pressed.url : null;
      const after = await find(ctx, view, params);
      if (pressed.kind === "shown" || pressed.kind === "closed") refuseGone(after.checkout, "attempt");
      const problem = pressed.kind === "shown" ? pressed.problem : null;
      return stateResponse(await buildPage(ctx, { ...after, problem, opening: go !== null }), null, go);
    }
    if (pressed.kind === "bank") return seeBank(pressed, params);
    if (pressed.kind === "decoupled") return seeOther(onwardAddress(pressed.paymentToken, params));
    const hosted = await find(ctx, "hosted", params);
    if (isGone(hosted.checkout)) return pageResponse(await buildPage(ctx, hosted), 410);
    // A cancel keeps the frame. A form that starts a payment was sent to the whole window or a tab, where the framed
    // page does not belong.
    const isFramed = view === "frame" && pressed.kind === "shown";
    if (pressed.kind === "closed" || pressed.problem === null)
      return seeOther(isFramed ? before.addresses.post : hosted.addresses.post);
    return seeOther(onwardAddress(params.token, params, { flash: sealProblem(pressed.problem, params.token) }));
  });
}
