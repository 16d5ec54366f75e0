"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { AppRouter } from "@/server/trpc/router";
import { MAX_BATCH_ITEMS } from "../../ui/batch-size";
import { later } from "../../ui/layers/later";
import { Allowed, MerchantId, ShownMode, TRPCProvider } from "./queries";
import { isStepUpOpen, onStepUpChange, stepUpLink } from "./step-up-request";

const StepUpDialog = later(async () => (await import("./step-up-dialog")).StepUpDialog);

const MAX_RETRIES = 2;

function leaveWhenSignedOut(error: unknown): void {
  if (error instanceof TRPCClientError && (error as TRPCClientError<AppRouter>).data?.code === "UNAUTHORIZED") {
    // A visitor of a demo has no sign-in: the page begins another visit.
    if (window.location.pathname === "/try") window.location.reload();
    else window.location.assign(`/sign-in?to=${encodeURIComponent(window.location.pathname)}`);
  }
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // A rejected call would be rejected again.
        retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof TRPCClientError && error.data),
      },
    },
  });
}

function newTrpcClient() {
  const url = "/api/trpc";
  // Responses are streamed one by one over one connection, so that a slow bank delays only its own.
  const one = httpBatchStreamLink({ url, maxItems: MAX_BATCH_ITEMS });
  const links = [
    stepUpLink,
    splitLink({
      condition: ({ path }) => path === "balances.read",
      true: one,
      false: httpBatchLink({ url, maxItems: MAX_BATCH_ITEMS }),
    }),
  ];
  return createTRPCClient<AppRouter>({ links });
}

type ConsoleQueriesProps = {
  merchantId: string;
  mode: "live" | "test";
  may: readonly ProcedurePath[];
  children: ReactNode;
};

/** Gives the pages of the Console their queries, merchant, mode and permissions. */
export function ConsoleQueries({ merchantId, mode, may, children }: ConsoleQueriesProps) {
  const [queryClient] = useState(newQueryClient);
  const [trpcClient] = useState(newTrpcClient);
  const isStepUp = useSyncExternalStore(onStepUpChange, isStepUpOpen, () => false);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <MerchantId value={merchantId}>
          <ShownMode value={mode}>
            <Allowed value={new Set(may)}>
              {children}
              {isStepUp ? <StepUpDialog /> : null}
            </Allowed>
          </ShownMode>
        </MerchantId>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
