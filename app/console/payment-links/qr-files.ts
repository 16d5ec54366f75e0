import encodeQR from "qr";
import { QUIET_MODULES, qrOf } from "@/app/checkout/qr-response";
import { type Dots, dotsPng } from "@/server/lib/png";

/** Of a PNG, at least: sharp on paper at ten centimetres. */
const PNG_PIXELS = 1_200;

/** Paper gets torn and soiled: a quarter of the code may be lost. */
const ECC = "quartile";

/** An address as a QR code for paper: black on white, with its quiet zone. */
export function printedSvg(address: string): string {
  return qrOf(address, ECC);
}

/** The same as a PNG, for what takes no SVG. */
export function printedPng(address: string): Buffer<ArrayBuffer> {
  const dots: Dots = encodeQR(address, "raw", { ecc: ECC, border: QUIET_MODULES });
  return dotsPng(dots, Math.ceil(PNG_PIXELS / dots.length));
}
