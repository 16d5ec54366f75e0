import { qrFile } from "../../qr-file";
import { printedSvg } from "../../qr-files";

export const dynamic = "force-dynamic";

/** The QR code of a payment link, to be printed or placed by a designer. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return qrFile(request, (await params).id, { type: "image/svg+xml", ending: "svg", draw: printedSvg });
}
