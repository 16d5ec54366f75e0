import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";

/** What a call answers, or the page for what is not there. */
export async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
