"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useState } from "react";
import type { AppRouter } from "@/server/trpc/router";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };
export type Outputs = inferRouterOutputs<AppRouter>;

const MAX_RETRIES = 2;

const MerchantId = createContext("");

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

function leaveWhenSignedOut(error: unknown): void {
  if (error instanceof TRPCClientError && (error as TRPCClientError<AppRouter>).data?.code === "UNAUTHORIZED") {
    window.location.assign(`/sign-in?to=${encodeURIComponent(window.location.pathname)}`);
  }
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // A refusal stays one, however often it is asked for.
        retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof TRPCClientError && error.data),
      },
    },
  });
}

/** Gives the pages of the Console their calls. */
export function ConsoleQueries({ merchantId, children }: { merchantId: string; children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: "/api/trpc" })] }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <MerchantId value={merchantId}>{children}</MerchantId>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
