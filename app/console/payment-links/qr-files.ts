import encodeQR from "qr";
import { type Dots, dotsPng } from "@/server/lib/png";

/** The quiet zone that readers want around a symbol (ISO/IEC 18004 §9.1), in modules. */
const QUIET_MODULES = 4;
/** Of a PNG, at least: sharp on paper at ten centimetres. */
const PNG_PIXELS = 1_200;

/** Paper gets torn and soiled: a quarter of the code may be lost. */
const PRINTED = { ecc: "quartile", border: QUIET_MODULES } as const;

/** An address as a QR code for paper: black on white, with its quiet zone. */
export function printedSvg(address: string): string {
  const svg = encodeQR(address, "svg", PRINTED);
  return svg.replace(">", ' shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>');
}

/** The same as a PNG, for what takes no SVG. */
export function printedPng(address: string): Buffer<ArrayBuffer> {
  const dots: Dots = encodeQR(address, "raw", PRINTED);
  return dotsPng(dots, Math.ceil(PNG_PIXELS / dots.length));
}
