import { createHash } from "node:crypto";
import { stripJpeg } from "./jpeg";
import { logoError, type StrippedLogo } from "./logo-rules";
import { stripPng } from "./png";
import { stripWebp } from "./webp";

/** The size limit of a logo on the checkout page: the Console scales logos down before the upload. */
export const MAX_LOGO_BYTES = 65_536;

type LogoMediaType = "image/png" | "image/jpeg" | "image/webp";

/** A logo as stored and served. */
export type Logo = {
  mediaType: LogoMediaType;
  /** Pixels. */
  width: number;
  height: number;
  content: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content, in hex. */
  hash: string;
};

/** The format of a file by its first bytes: the file name and the browser's media type are not reliable. */
function readerOf(bytes: Uint8Array): [LogoMediaType, (bytes: Uint8Array) => StrippedLogo | Promise<StrippedLogo>] {
  const begins = (text: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;
  if (begins("\x89PNG\r\n\x1a\n")) return ["image/png", stripPng];
  if (begins("\xff\xd8\xff")) return ["image/jpeg", stripJpeg];
  if (begins("RIFF") && begins("WEBP", 8)) return ["image/webp", stripWebp];
  if (begins("GIF8")) throw logoError("GIF is not supported. Save the picture as PNG, JPEG or WebP.");
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString("utf8");
  if (/<(?:svg|\?xml|!doctype)/i.test(start))
    throw logoError("SVG can contain programs, so it is not supported. Save it as a PNG.");
  throw logoError("This file is not a PNG, JPEG or WebP picture.");
}

/**
 * Decodes an uploaded picture and keeps only its pixels: comments, location, camera data (EXIF), and all other data in
 * the file or after its end are removed.
 * @throws AppError VALIDATION_ERROR on `logo`
 */
export async function checkLogo(bytes: Uint8Array): Promise<Logo> {
  if (bytes.length > MAX_LOGO_BYTES)
    throw logoError(`This picture has ${Math.ceil(bytes.length / 1024)} KiB; the maximum is ${MAX_LOGO_BYTES / 1024}.`);
  const [mediaType, strip] = readerOf(bytes);
  const { width, height, parts } = await strip(bytes);
  const content = new Uint8Array(Buffer.concat(parts));
  return { mediaType, width, height, content, hash: createHash("sha256").update(content).digest("hex") };
}
