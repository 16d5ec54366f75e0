import { type AppError, invalidField } from "../../lib/errors";

/** Drawn at 36 and 48 pixels, twice and three times as many on most screens. */
const MIN_SIDE_PX = 48;
const MAX_SIDE_PX = 1_024;

/** What a format's reader makes of a file: the parts that draw the picture, and nothing else of it. */
export type Kept = { width: number; height: number; parts: Uint8Array[] };

/** Why a file is no picture that is taken, in words for who chose it. */
export function refuseLogo(why: string): AppError {
  return invalidField("logo", why);
}

/** The file ends before the picture does, or says of itself what is not so. */
export const damaged = () => refuseLogo("This picture is damaged: save it anew, as PNG, JPEG or WebP.");
/** The checkout stands still. */
export const animated = () => refuseLogo("This picture moves. Choose one that stands still.");

/** Holds a picture to its size, before anything of it is unpacked. */
export function checkSides(width: number, height: number): void {
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw refuseLogo(
      `This picture has ${width} × ${height} pixels, and ${MAX_SIDE_PX} a side is the most. Make it smaller.`,
    );
  if (Math.min(width, height) < MIN_SIDE_PX)
    throw refuseLogo(`This picture has ${width} × ${height} pixels, and ${MIN_SIDE_PX} a side is the least.`);
}
