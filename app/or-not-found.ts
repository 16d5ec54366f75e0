import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";

/** An ID in an address is unknown, or can be none: too long, or of another form. */
const NOTHING_NAMED = ["NOT_FOUND", "BAD_REQUEST"];

/** The result of a call that only reads; the 404 page for these errors, by default if the address names nothing. */
export async function orNotFound<T>(asked: Promise<T>, codes: readonly string[] = NOTHING_NAMED): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && codes.includes(error.code)) notFound();
    throw error;
  }
}
