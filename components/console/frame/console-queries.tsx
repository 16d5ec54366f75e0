"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { AppRouter } from "@/server/trpc/router";
import { MAX_BATCH_ITEMS } from "../../ui/batch-size";
import { later } from "../../ui/layers/later";
import { QuestionContext } from "../../ui/layers/layer-question";
import { ToastLayer } from "../../ui/layers/toasts";
import { Allowed, isSignedOut, ShownMerchant, ShownMode, TRPCProvider } from "../../ui/queries";
import { isStepUpOpen, onStepUpChange, settleStepUp, stepUpLink } from "./step-up-request";

const stepUps = () => import("./step-up-dialog");
const StepUpDialog = later(async () => (await stepUps()).StepUpDialog);
const StepUpFoot = later(async () => (await stepUps()).StepUpFoot);

const MAX_RETRIES = 2;

/** A visitor of a demo has no sign-in: the page begins another visit. */
const isVisit = () => window.location.pathname === "/try";

/** The sign-in, and from there back to this page. */
const signInPath = () => `/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`;

/** `setOut`: gets whether the last call failed because the session has ended. */
function newQueryClient(setOut: (isOut: boolean) => void): QueryClient {
  const onSuccess = () => setOut(false);
  const onError = (error: unknown, isInUse: boolean) => {
    if (!isSignedOut(error)) return;
    if (isVisit()) window.location.reload();
    // A page in use stays: it may hold a form, or a secret that is shown once.
    else if (isInUse) setOut(true);
    else window.location.assign(signInPath());
  };
  return new QueryClient({
    queryCache: new QueryCache({ onSuccess, onError: (error, { state }) => onError(error, state.data !== undefined) }),
    mutationCache: new MutationCache({ onSuccess, onError: (error) => onError(error, true) }),
    defaultOptions: {
      // Offline a call fails at once. By default it would wait, its form with it, and run later without being expected.
      mutations: { networkMode: "always" },
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

/** Of the pages outside the Console. */
const NO_MERCHANT = { id: "", name: "" };

type ConsoleQueriesProps = {
  merchant?: { id: string; name: string };
  mode: "live" | "test";
  may: readonly ProcedurePath[];
  children: ReactNode;
};

/** Where the step-up is shown: at the foot of the layer whose call waits for it, else in a dialog of its own. */
function StepUp({ children }: { children: ReactNode }) {
  const isAsked = useSyncExternalStore(onStepUpChange, isStepUpOpen, () => false);
  const [layers, setLayers] = useState(0);
  const register = useCallback(() => {
    setLayers((count) => count + 1);
    return () => {
      setLayers((count) => count - 1);
      // The layer closed, and its question with it.
      if (isStepUpOpen()) settleStepUp(false);
    };
  }, []);
  const asked = useMemo(() => ({ question: isAsked ? <StepUpFoot /> : null, register }), [isAsked, register]);
  return (
    <QuestionContext value={asked}>
      {children}
      {isAsked && layers === 0 ? <StepUpDialog /> : null}
    </QuestionContext>
  );
}

/** Shown from the first call without a session until one succeeds, as after a sign-in in another tab. */
function SignedOut() {
  const action = (
    <a href={signInPath()} target="_blank" rel="noreferrer">
      Sign in in a new tab
    </a>
  );
  return <ToastLayer text="You’re signed out. This page stays as it is." action={action} />;
}

/** Gives the pages of the Console their queries, merchant, mode and permissions. */
export function ConsoleQueries({ merchant = NO_MERCHANT, mode, may, children }: ConsoleQueriesProps) {
  const [isOut, setOut] = useState(false);
  const [queryClient] = useState(() => newQueryClient(setOut));
  const [trpcClient] = useState(newTrpcClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <ShownMerchant value={merchant}>
          <ShownMode value={mode}>
            <Allowed value={new Set(may)}>
              <StepUp>{children}</StepUp>
              {isOut ? <SignedOut /> : null}
            </Allowed>
          </ShownMode>
        </ShownMerchant>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
