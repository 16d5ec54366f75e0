import { type AppError, invalidField } from "../../../lib/errors";

/** Shown at 36 and 48 pixels, at two or three times the density on most screens. */
const MIN_SIDE_PX = 48;
const MAX_SIDE_PX = 1_024;

/** The parts of a file that are needed to draw the picture. */
export type StrippedLogo = { width: number; height: number; parts: Uint8Array[] };

/** The error for an unusable picture, with the reason for the user. */
export function logoError(why: string): AppError {
  return invalidField("logo", why);
}

/** The file is truncated or contradicts its own header. */
export const damagedError = () => logoError("This picture is damaged. Save it again as PNG, JPEG or WebP.");
/** Animated pictures are rejected. */
export const animatedError = () => logoError("This picture is animated. Choose a still one.");

/** Checks a picture's size before it is decoded. */
export function checkSides(width: number, height: number): void {
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw logoError(`This picture has ${width} × ${height} pixels; the maximum is ${MAX_SIDE_PX} a side.`);
  if (Math.min(width, height) < MIN_SIDE_PX)
    throw logoError(`This picture has ${width} × ${height} pixels; the minimum is ${MIN_SIDE_PX} a side.`);
}
