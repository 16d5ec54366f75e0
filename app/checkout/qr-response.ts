import encodeQR from "qr";
import { PRIVATE_HEADERS } from "@/components/checkout/headers";

/** The quiet zone that readers want around a symbol (ISO/IEC 18004 §9.1), in modules. */
export const QUIET_MODULES = 4;

/**
 * An address as a QR code: SVG, dark on white whatever the page's colours are, with its quiet zone. With the least error
 * correction for a screen, which is neither torn nor soiled: larger modules are read from further away.
 */
export function qrOf(address: string, ecc: "low" | "quartile"): string {
  const svg = encodeQR(address, "svg", { ecc, border: QUIET_MODULES });
  return svg.replace(">", ' shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>');
}

/** The picture as an answer. The token is in it: nobody keeps it, and it is told to nobody. */
export function qrResponse(address: string): Response {
  const headers = {
    ...PRIVATE_HEADERS,
    "Content-Type": "image/svg+xml",
    "Content-Security-Policy": "default-src 'none'",
  };
  return new Response(qrOf(address, "low"), { headers });
}
