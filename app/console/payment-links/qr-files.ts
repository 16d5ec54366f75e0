import encodeQR from "qr";
import { QUIET_MODULES, qrOf } from "@/app/checkout/qr-response";
import { type Dots, dotsPng } from "./dots-png";

/** Minimum width of a PNG in pixels: sharp in print at 10 cm. */
const PNG_PIXELS = 1_200;

/** Error correction level Q: up to a quarter of a printed code may be damaged. */
const ECC = "quartile";

/** An address as a QR code for print: black on white, with its quiet zone. */
export function printedSvg(address: string): string {
  return qrOf(address, ECC);
}

/** The same as a PNG. */
export function printedPng(address: string): Buffer<ArrayBuffer> {
  const dots: Dots = encodeQR(address, "raw", { ecc: ECC, border: QUIET_MODULES });
  return dotsPng(dots, Math.ceil(PNG_PIXELS / dots.length));
}
