import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { getRequestListener } from "@hono/node-server";
import { log } from "../../../server/lib/log";
import { handleSimbank } from "../handle-simbank";
import type { ClientCertificate, SimbankCall } from "../simbank-call";
import { isLost } from "../spoil";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The whole simulated bank as a listener of node:http or node:https, as `app/simbank/` serves it inside the product.
 * `withCertificates`: API calls without a client certificate are refused; browsers need none.
 */
export function simbankListener(withCertificates: boolean): Listener {
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const shown = withCertificates ? { certificate: certificateOf(incoming.socket as TLSSocket) } : {};
      const response = await answer(request, shown);
      if (isLost(response)) incoming.socket.destroy();
      return response;
    },
    {
      errorHandler: (error) => {
        log().error({ error }, "the simulated bank failed");
        return new Response("Something went wrong here.\n", { status: 500 });
      },
    },
  );
  return (request, response) => {
    // The adapter refuses an invalid host name. This bank does not use the host.
    request.headers.host = "localhost";
    return listener(request, response);
  };
}

async function answer(request: Request, shown: Pick<SimbankCall, "certificate">): Promise<Response> {
  const segments = segmentsOf(new URL(request.url).pathname);
  if (segments?.join("/") === "healthz") return Response.json({ status: "ok" });
  const [root, bank = "", ...path] = segments ?? [];
  if (root !== "simbank" || path.length === 0) return new Response("Not found.\n", { status: 404 });
  const refused = shown.certificate === null ? refusalWithoutCertificate(path[0]) : null;
  return refused ?? handleSimbank(request, { bank, path, ...shown });
}

/** Null: the address is not well-formed. */
function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The caller's certificate, if it is signed by our authority and currently valid. */
function certificateOf(socket: TLSSocket): ClientCertificate | null {
  if (!socket.authorized) return null;
  const { subject, raw } = socket.getPeerCertificate();
  const commonName = [subject.CN].flat()[0] ?? "";
  return { commonName, thumbprint: createHash("sha256").update(raw).digest("base64url") };
}

/**
 * The error for API calls without a certificate, in the format of the interface. Checked here and not in the handshake,
 * because browsers, which have no certificate, use the same origin. Null: a page for browsers, or public.
 */
function refusalWithoutCertificate(area: string | undefined): Response | null {
  const message = {
    category: "ERROR",
    code: "CERTIFICATE_MISSING",
    text: "Send the client certificate (QWAC).",
  };
  if (area === "xs2a") return Response.json({ tppMessages: [message] }, { status: 401 });
  if (area === "token") return Response.json({ error: "invalid_client" }, { status: 401 });
  return area === "open-banking" ? new Response(null, { status: 401 }) : null;
}
