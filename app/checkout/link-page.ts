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
import { linkDoors, onwardAddress, type PageParams, readParams, saidAddress } from "./params";
import { press } from "./press";
import { qrResponse } from "./qr-response";
import { openProblem, sealProblem } from "./said";

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
    const params = readParams(request, token);
    // What a press came to is no further opening.
    const shown = await find(ctx, params, params.said === null && isOpening(request));
    const problem = openProblem(params.said, token);
    return pageResponse(await buildPage(ctx, { ...shown, problem }), statusOf(shown));
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

/** GET of its address on a second screen, as a QR code. */
export function showLinkQr(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () =>
    qrResponse((await find(ctx, readParams(request, token), false)).doors.phone),
  );
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
    if (pressed.kind === "closed" || pressed.problem === null) return seeOther(before.doors.post);
    return seeOther(saidAddress(after.doors, sealProblem(pressed.problem, token)));
  });
}
