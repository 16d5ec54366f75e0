import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { getLinkCheckout } from "@/server/payments/checkout/get-link-checkout";
import { recordSecondScreen } from "@/server/payments/checkout/record-opened";
import { findLinkByToken } from "@/server/payments/links/find-link";
import { pageResponse, seeBank, seeOther, stateResponse, wantsJson, withErrorPage } from "./answer";
import { buildPage, type Shown } from "./build-page";
import { eventStream } from "./event-stream";
import { openProblem, sealProblem } from "./flash-message";
import { isGone, refuseGone } from "./gone";
import { isNavigation, isOpening, isPrefetch } from "./opening";
import { flashAddress, linkAddresses, onwardAddress, type PageParams, readParams } from "./params";
import { press } from "./press";
import { qrResponse } from "./qr-response";
import { stateVersionOf } from "./state-version";

async function find(ctx: Ctx, params: PageParams, countView: boolean): Promise<Shown> {
  const checkout = await getLinkCheckout(ctx, params.token, { countView });
  if (!checkout) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  return { checkout, view: "hosted", params, addresses: linkAddresses(params) };
}

// A link that cannot be paid answers 410 with the reason.
function statusOf({ checkout }: Shown): number {
  return isGone(checkout) ? 410 : 200;
}

/**
 * GET of a payment link's page, or of its state for a client that accepts JSON. Only a view counts (opening.ts). A
 * prefetch gets no content, because the prefetched page would be out of date; the browser requests it again on
 * navigation.
 */
export async function showLink(request: Request, token: string): Promise<Response> {
  if (isPrefetch(request)) return new Response(null, { status: 503, headers: PRIVATE_HEADERS });
  if (wantsJson(request)) return showLinkState(request, token);
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request, token);
    // Showing a form's result is not another view.
    const shown = await find(ctx, params, params.flash === null && isOpening(request));
    if (params.fromPhone && shown.checkout.phase === "choosing" && isNavigation(request))
      await recordSecondScreen(ctx, { linkToken: token });
    const problem = openProblem(params.flash, token);
    return pageResponse(await buildPage(ctx, { ...shown, problem }), statusOf(shown));
  });
}

/** GET of a payment link's state, for its page's script and for API clients. */
export function showLinkState(request: Request, token: string): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request, token);
    const shown = await find(ctx, params, false);
    refuseGone(shown.checkout, "opening");
    return stateResponse(await buildPage(ctx, shown), params.key);
  });
}

/** GET of the link's address as a QR code, for a second device. */
export function showLinkQr(request: Request, token: string): Promise<Response> {
  return withErrorPage(request, async (ctx) =>
    qrResponse((await find(ctx, readParams(request, token), false)).addresses.phone),
  );
}

/** GET of the event stream of a payment link, for the script of its page. */
export function showLinkEvents(request: Request, token: string): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request, token);
    const link = await findLinkByToken(ctx, token);
    if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
    const { id, merchantId } = link;
    return eventStream(request, { id, merchantId, look: async () => stateVersionOf(await find(ctx, params, false)) });
  });
}

/**
 * POST of a form on a payment link's page. The payment that it creates continues at the bank, or on the payment's own
 * page.
 */
export function pressLink(request: Request, token: string): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request, token);
    const before = await find(ctx, params, false);
    const pressed = await press(ctx, request, {
      target: { linkToken: token },
      locale: params.locale ?? before.checkout.locale,
      bankWindow: params.window,
    });
    if (pressed.kind === "bank") return seeBank(pressed, params);
    if (pressed.kind === "decoupled") return seeOther(onwardAddress(pressed.paymentToken, params));
    const after = await find(ctx, params, false);
    if (wantsJson(request)) refuseGone(after.checkout, "attempt");
    if (isGone(after.checkout)) return pageResponse(await buildPage(ctx, after), 410);
    if (pressed.kind === "closed" || pressed.problem === null) return seeOther(before.addresses.post);
    return seeOther(flashAddress(after.addresses, sealProblem(pressed.problem, token)));
  });
}
