import { type Ctx, PUBLIC_CALLER } from "../lib/context";
import { readPeer } from "./peer";
import { requestIdOf } from "./request-id";

/** The context of a public page: the customer's. */
export function publicCtx(request: Request): Ctx {
  const { headers } = request;
  const userAgent = headers.get("user-agent");
  return { caller: PUBLIC_CALLER, requestId: requestIdOf(headers), ip: readPeer(headers), userAgent };
}
