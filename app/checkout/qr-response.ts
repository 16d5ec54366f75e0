import encodeQR from "qr";
import { PRIVATE_HEADERS } from "@/components/checkout/headers";

/** Quiet zone around a symbol (ISO/IEC 18004 §9.1), in modules. */
export const QUIET_MODULES = 4;

/**
 * An address as a QR code: SVG with a quiet zone, dark on white in every theme. On a screen the lowest error correction
 * suffices, because the symbol is not damaged; it gives larger modules, which cameras read from further away.
 */
export function qrOf(address: string, ecc: "low" | "quartile"): string {
  const svg = encodeQR(address, "svg", { ecc, border: QUIET_MODULES });
  return svg.replace(">", ' shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>');
}

/** The QR code as a response. It contains the token, so it is not cached and sends no referrer. */
export function qrResponse(address: string): Response {
  const headers = {
    ...PRIVATE_HEADERS,
    "Content-Type": "image/svg+xml",
    "Content-Security-Policy": "default-src 'none'",
  };
  return new Response(qrOf(address, "low"), { headers });
}
