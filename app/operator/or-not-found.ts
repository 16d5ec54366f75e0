import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";

/** The result of a call; the 404 page for NOT_FOUND. */
export async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
