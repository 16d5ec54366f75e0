import { type DefinedInitialDataOptions, useQuery } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext, type DecorateQueryProcedure, type ResolverDef } from "@trpc/tanstack-react-query";
import { createContext, use } from "react";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { AppRouter } from "@/server/trpc/router";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { TRPCProvider, useTRPC, useTRPCClient };
export type Outputs = inferRouterOutputs<AppRouter>;

/** The merchant of the frame. Set by `console-queries.tsx`, as the two below. */
export const ShownMerchant = createContext({ id: "", name: "" });

/** The merchant of this page. Every call names it: another tab may show another merchant. */
export function useMerchantId(): string {
  return use(ShownMerchant).id;
}

/** A failed call: its public message, the errors of fields, and the request ID. */
export function failureOf(error: unknown): {
  message: string;
  fields: Record<string, string>;
  requestId: string | null;
} {
  if (!(error instanceof TRPCClientError))
    return { message: "Something went wrong on this page.", fields: {}, requestId: null };
  const data = (error as TRPCClientError<AppRouter>).data;
  const fields = Object.fromEntries((data?.fields ?? []).map(({ field, message }) => [field, message]));
  if (!data) {
    // A response without a result, as of a proxy, is no JSON.
    const isAnswered = error.cause instanceof SyntaxError;
    const message = isAnswered
      ? "Something went wrong on our side."
      : "The server didn’t respond. Check your connection and try again.";
    return { message, fields, requestId: null };
  }
  return { message: error.message, fields, requestId: data.requestId };
}

/** Whether this server answered a call that failed: not if it was unreachable, or a proxy answered for it. */
export function isAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && Boolean((error as TRPCClientError<AppRouter>).data);
}

/** Whether a call failed because the session has ended. The frame says so (`console-queries.tsx`). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof TRPCClientError && (error as TRPCClientError<AppRouter>).data?.code === "UNAUTHORIZED";
}

export const Allowed = createContext<ReadonlySet<string>>(new Set());

/** Whether the signed-in user may make a call for this merchant. */
export function useMay(): (path: ProcedurePath) => boolean {
  const allowed = use(Allowed);
  return (path) => allowed.has(path);
}

export const ShownMode = createContext<"live" | "test">("test");

/** The mode of this page: live or test payments. */
export function useMode(): "live" | "test" {
  return use(ShownMode);
}

/** What most parts of the Console call with: the calls, the merchant of this page, and whether it shows test payments. */
export function useConsole(): { trpc: ReturnType<typeof useTRPC>; merchantId: string; test: boolean } {
  return { trpc: useTRPC(), merchantId: useMerchantId(), test: useMode() === "test" };
}

/** The answer of a call: `first`, with which the server rendered the page, until it is read again; `everyMs`: how often. */
export function useServedQuery<Def extends ResolverDef>(
  procedure: DecorateQueryProcedure<Def>,
  input: Def["input"],
  first: Def["output"],
  everyMs: number | false = false,
) {
  const options = { ...procedure.queryOptions(input), initialData: first, refetchInterval: everyMs };
  return useQuery(options as object as DefinedInitialDataOptions<Def["output"], unknown>);
}
