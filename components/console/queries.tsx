"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useState } from "react";
import type { ProcedurePath } from "@/server/access/permissions";
import type { AppRouter } from "@/server/trpc/router";
import { VerifyDialog } from "./verify-dialog";
import { verificationLink } from "./verify-request";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };
export type Outputs = inferRouterOutputs<AppRouter>;

const MAX_RETRIES = 2;

/** Calls that go out together. More would make an address longer than servers take. */
const MAX_STREAMED_CALLS = 25;

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

function newTrpcClient() {
  const url = "/api/trpc";
  // Answers of banks come one by one, over one connection: the slowest keeps none of the others waiting.
  const one = httpBatchStreamLink({ url, maxItems: MAX_STREAMED_CALLS });
  const links = [
    verificationLink,
    splitLink({ condition: ({ path }) => path === "balances.read", true: one, false: httpBatchLink({ url }) }),
  ];
  return createTRPCClient<AppRouter>({ links });
}

const Allowed = createContext<ReadonlySet<string>>(new Set());

/** Whether the signed-in user may make a call for this merchant: what would be refused is not offered. */
export function useMay(): (path: ProcedurePath) => boolean {
  const allowed = use(Allowed);
  return (path) => allowed.has(path);
}

const ShownMode = createContext<"live" | "test">("test");

/** Which payments this page is about: those that move money, or the tests. */
export function useMode(): "live" | "test" {
  return use(ShownMode);
}

type ConsoleQueriesProps = {
  merchantId: string;
  mode: "live" | "test";
  may: readonly ProcedurePath[];
  children: ReactNode;
};

/** Gives the pages of the Console their calls, and what all of them go by. */
export function ConsoleQueries({ merchantId, mode, may, children }: ConsoleQueriesProps) {
  const [queryClient] = useState(newQueryClient);
  const [trpcClient] = useState(newTrpcClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <MerchantId value={merchantId}>
          <ShownMode value={mode}>
            <Allowed value={new Set(may)}>
              {children}
              <VerifyDialog />
            </Allowed>
          </ShownMode>
        </MerchantId>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
