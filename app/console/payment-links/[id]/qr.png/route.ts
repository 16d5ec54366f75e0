import { qrFile } from "../../qr-file";
import { printedPng } from "../../qr-files";

/** GET of a payment link's QR code as PNG, for mails and text documents, which do not accept SVG. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return qrFile(request, (await params).id, { type: "image/png", ending: "png", draw: printedPng });
}
