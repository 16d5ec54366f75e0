import { asAppError, failure, failureHeaders, respond } from "@/server/http/answer";
import { readText } from "@/server/http/body/read-body";
import { publicCtx } from "@/server/http/public-ctx";
import { log } from "@/server/lib/log";
import { acceptEventToken, acceptNotification } from "@/server/payments/bank-calls/accept-notification";

type Params = { params: Promise<{ target: string }> };

/** The target of UK Open Banking: banks send their Security Event Tokens here. */
const EVENT_TOKENS = "ob-uk";
/** RFC 8935 §2.2. Berlin Group's lean push expects no body either. */
const ACCEPTED = 202;

/**
 * POST of a bank notification: at an attempt's own address (Berlin Group), or with a signed token (UK Open Banking).
 * The response is the same for every body and every sender.
 */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const ctx = publicCtx(request);
  try {
    const { target } = await params;
    const notification = { headers: Object.fromEntries(request.headers), body: await readText(request) };
    if (target === EVENT_TOKENS) await acceptEventToken(ctx, notification);
    else await acceptNotification(ctx, target, notification);
    return new Response(null, { status: ACCEPTED, headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500)
      log().error({ request_id: ctx.requestId, error: thrown }, "bank notification could not be stored");
    return respond(failure(error), ctx.requestId, failureHeaders(error));
  }
}
