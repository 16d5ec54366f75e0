import { qrFile } from "../../qr-file";
import { printedSvg } from "../../qr-files";

/** GET of a payment link's QR code as SVG, for print. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return qrFile(request, (await params).id, { type: "image/svg+xml", ending: "svg", draw: printedSvg });
}
