import { qrFile } from "../../qr-file";
import { printedPng } from "../../qr-files";

export const dynamic = "force-dynamic";

/** The QR code of a payment link, for what takes no SVG: a mail, a text document. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return qrFile(request, (await params).id, { type: "image/png", ending: "png", draw: printedPng });
}
