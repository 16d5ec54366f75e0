import { readLink } from "./read-link";

const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type File = {
  type: "image/svg+xml" | "image/png";
  ending: string;
  draw: (address: string) => string | Uint8Array<ArrayBuffer>;
};

/** The QR code of a link as a file; 410 for a link that can no longer be paid. */
export async function qrFile(request: Request, id: string, { type, ending, draw }: File): Promise<Response> {
  const link = await readLink(request, id);
  if (!link) return new Response("Link not found.", { status: 404, headers: NO_STORE });
  if (link.status !== "active") {
    const why = `This link is ${link.status}: nothing can be paid with it, so it has no code.`;
    return new Response(why, { status: 410, headers: NO_STORE });
  }
  return new Response(draw(link.payment_link_url), {
    headers: {
      ...NO_STORE,
      "Content-Type": type,
      // Images on pages ignore it; opened directly it is a download.
      "Content-Disposition": `attachment; filename="payment-link-${fileName(link.payment_reference)}.${ending}"`,
    },
  });
}

/** Letters and digits of a reference, as file names may hold them everywhere. */
function fileName(reference: string): string {
  return (
    reference
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "qr"
  );
}
