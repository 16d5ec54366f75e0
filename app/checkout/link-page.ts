import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { publicCtx } from "@/server/http/public-ctx";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { findLinkByToken } from "@/server/payment-links/find-link";
import { getLinkCheckout } from "@/server/payments/get-link-checkout";
import { calmly, pageResponse, seeBank, seeOther, stateResponse, wantsJson } from "./answer";
import { buildPage, type Shown } from "./build-page";
import { eventStream } from "./event-stream";
import { isGone, refuseGone } from "./gone";
import { glanceOf } from "./news";
import { isOpening, isPrefetch } from "./opening";
import { checkoutAddress, linkDoors, type PageParams, readParams } from "./params";
import { press } from "./press";

async function find(ctx: Ctx, params: PageParams, countView: boolean): Promise<Shown> {
  const checkout = await getLinkCheckout(ctx, params.token, { countView });
  if (!checkout) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  return { checkout, view: "hosted", params, doors: linkDoors(params) };
}

// A link that cannot be paid is gone (410), and its page says how.
function statusOf({ checkout }: Shown): number {
  return isGone(checkout) ? 410 : 200;
}

/**
 * GET of a payment link's page; for a machine, of how it stands. Only a real opening counts as a view. A browser that
 * fetches it beforehand gets nothing, and asks again when somebody goes there: what it kept would be out of date.
 */
export async function showLink(request: Request, token: string): Promise<Response> {
  if (isPrefetch(request)) return new Response(null, { status: 503, headers: PRIVATE_HEADERS });
  if (wantsJson(request)) return showLinkState(request, token);
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const shown = await find(ctx, readParams(request, token), isOpening(request));
    return pageResponse(await buildPage(ctx, shown), statusOf(shown));
  });
}

/** GET of how a payment link stands, for the script of its page and for machines. */
export function showLinkState(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const params = readParams(request, token);
    const shown = await find(ctx, params, false);
    refuseGone(shown.checkout, "opening");
    return stateResponse(await buildPage(ctx, shown), params.key);
  });
}

/** GET of the news of a payment link, for the script of its page. */
export function showLinkEvents(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const params = readParams(request, token);
    const link = await findLinkByToken(ctx, token);
    if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
    return eventStream(request, { id: link.id, look: async () => glanceOf(await find(ctx, params, false)) });
  });
}

/** POST of a press on a payment link's page: the payment that it makes goes on at the bank, or on a page of its own. */
export function pressLink(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const params = readParams(request, token);
    const before = await find(ctx, params, false);
    const pressed = await press(ctx, request, { linkToken: token }, before.checkout.locale);
    if (pressed.kind === "bank") return seeBank(pressed.url, pressed.paymentToken);
    if (pressed.kind === "decoupled") return seeOther(checkoutAddress(pressed.paymentToken));
    const after = await find(ctx, params, false);
    if (wantsJson(request)) refuseGone(after.checkout, "attempt");
    if (pressed.problem === null && !isGone(after.checkout)) return seeOther(before.doors.post);
    return pageResponse(await buildPage(ctx, { ...after, problem: pressed.problem }), statusOf(after));
  });
}
