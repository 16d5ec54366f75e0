"use client";

import { TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { createContext, use } from "react";
import type { ProcedurePath } from "@/server/access/permissions";
import type { AppRouter } from "@/server/trpc/router";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { TRPCProvider, useTRPC, useTRPCClient };
export type Outputs = inferRouterOutputs<AppRouter>;

/** Set by `console-queries.tsx`, as the two below. */
export const MerchantId = createContext("");

/** The merchant whose page this is. Every call names it: another tab may meanwhile look at another merchant. */
export function useMerchantId(): string {
  return use(MerchantId);
}

/** What a failed call says: its public message, the fields that were wrong, and the request to ask about. */
export function failureOf(error: unknown): {
  message: string;
  fields: Record<string, string>;
  requestId: string | null;
} {
  if (!(error instanceof TRPCClientError))
    return { message: "Something went wrong on this page.", fields: {}, requestId: null };
  const data = (error as TRPCClientError<AppRouter>).data;
  const fields = Object.fromEntries((data?.fields ?? []).map(({ field, message }) => [field, message]));
  if (!data)
    return {
      message: "The server did not answer. Nothing was changed that you do not see here.",
      fields,
      requestId: null,
    };
  return { message: error.message, fields, requestId: data.requestId };
}

export const Allowed = createContext<ReadonlySet<string>>(new Set());

/** Whether the signed-in user may make a call for this merchant: what would be refused is not offered. */
export function useMay(): (path: ProcedurePath) => boolean {
  const allowed = use(Allowed);
  return (path) => allowed.has(path);
}

export const ShownMode = createContext<"live" | "test">("test");

/** Which payments this page is about: those that move money, or the tests. */
export function useMode(): "live" | "test" {
  return use(ShownMode);
}
