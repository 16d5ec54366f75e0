import { invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import type { Place, Walk } from "./log-filter-store";

/** From where a page of the log goes on, and in which direction. */
export type Cursor = { towards: Exclude<Walk["towards"], "any">; from: Place };

/** A place as callers hand it back: opaque to them. */
export function writeCursor({ towards, from }: Cursor): string {
  return Buffer.from(`${towards} ${from.at.getTime()} ${from.id}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for what `writeCursor` never wrote */
export function readCursor(text: string): Cursor {
  const [towards, at = "", id = ""] = Buffer.from(text, "base64url").toString("latin1").split(" ");
  const known = towards === "older" || towards === "newer";
  if (!known || !/^\d{1,14}$/.test(at) || !isUuid(id)) throw invalidField("cursor", "is not one that was given out");
  return { towards, from: { at: new Date(Number(at)), id } };
}
