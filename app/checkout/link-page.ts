import { publicCtx } from "@/server/http/public-ctx";
import type { Ctx } from "@/server/lib/context";
import type { Checkout } from "@/server/payments/checkout-view";
import { getLinkCheckout } from "@/server/payments/get-link-checkout";
import { calmly, notFoundResponse, pageResponse, seeOther, stateResponse } from "./answer";
import { buildPage, type Shown } from "./build-page";
import { checkoutAddress, linkDoors, type PageParams, readParams } from "./params";
import { press } from "./press";

const GONE = new Set<Checkout["phase"]>(["link_used", "link_expired", "link_cancelled"]);

async function find(ctx: Ctx, params: PageParams, countView: boolean): Promise<Shown | null> {
  const checkout = await getLinkCheckout(ctx, params.token, { countView });
  return checkout && { checkout, view: "hosted", params, doors: linkDoors(params) };
}

// A link that cannot be paid is gone (410), and its page says how.
function statusOf({ checkout }: Shown): number {
  return GONE.has(checkout.phase) ? 410 : 200;
}

/** GET of a payment link's page. Only a real opening counts as a view. */
export function showLink(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const shown = await find(ctx, readParams(request, token), request.method === "GET");
    return shown ? pageResponse(await buildPage(ctx, shown), statusOf(shown)) : notFoundResponse(request);
  });
}

/** GET of how a payment link stands, for the script of its page. */
export function showLinkState(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const params = readParams(request, token);
    const shown = await find(ctx, params, false);
    return shown ? stateResponse(await buildPage(ctx, shown), params.key) : notFoundResponse(request);
  });
}

/** POST of a press on a payment link's page: the payment that it makes goes on at the bank, or on a page of its own. */
export function pressLink(request: Request, token: string): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const params = readParams(request, token);
    const before = await find(ctx, params, false);
    if (!before) return notFoundResponse(request);
    const pressed = await press(ctx, request, { linkToken: token }, before.checkout.locale);
    if (pressed.kind === "bank") return seeOther(pressed.url);
    if (pressed.kind === "decoupled") return seeOther(checkoutAddress(pressed.paymentToken));
    if (pressed.problem === null) return seeOther(before.doors.post);
    const after = (await find(ctx, params, false)) ?? before;
    return pageResponse(await buildPage(ctx, { ...after, problem: pressed.problem }), statusOf(after));
  });
}
