import { brotliCompressSync, constants, gzipSync } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = "br" | "gzip";

/** Below this many bytes, compressing costs more than it saves. */
const MIN_BYTES = 1024;
const BROTLI_QUALITY_ONCE = 11;

/** The best encoding that the browser takes (RFC 9110 §12.5.3), or null. `q=0` is a refusal. */
function acceptedEncoding(request: Request): Encoding | null {
  const offers = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  const names = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer)).map((offer) => offer.split(";")[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : null;
}

/** Both encodings of a file that is compressed once and sent often. */
export function encodeOnce(body: Bytes): Record<Encoding, Bytes> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY_ONCE };
  return {
    br: new Uint8Array(brotliCompressSync(body, { params })),
    gzip: new Uint8Array(gzipSync(body, { level: 9 })),
  };
}

/**
 * An answer made for this request, compressed: Next leaves route handlers' answers as they are. The address holds the
 * token that the page repeats, so a guesser of compressed lengths (BREACH) would have to know it beforehand.
 */
export function encodedResponse(
  request: Request,
  text: string,
  init: { status?: number; headers: Record<string, string> },
): Response {
  const plain = new TextEncoder().encode(text);
  const headers = { ...init.headers, Vary: "Accept-Encoding" };
  if (acceptedEncoding(request) === null || plain.byteLength < MIN_BYTES)
    return new Response(plain, { ...init, headers });
  return new Response(new Uint8Array(gzipSync(plain)), {
    ...init,
    headers: { ...headers, "Content-Encoding": "gzip" },
  });
}

/** An answer from a file that may be there in both encodings. */
export function encodedFile(
  request: Request,
  file: { body: Bytes; encoded: Record<Encoding, Bytes> | null },
  headers: Record<string, string>,
): Response {
  const encoding = file.encoded && acceptedEncoding(request);
  const vary = { ...headers, Vary: "Accept-Encoding" };
  if (!file.encoded || !encoding) return new Response(file.body, { headers: vary });
  return new Response(file.encoded[encoding], { headers: { ...vary, "Content-Encoding": encoding } });
}
