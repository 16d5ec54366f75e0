import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DecorateMutationProcedure, ResolverDef } from "@trpc/tanstack-react-query";
import { useRouter } from "next/navigation";
import { useCallback, useRef } from "react";
import { formatFailure } from "./format-failure";
import { afterBack } from "./layers/block-back";
import { announce } from "./layers/toasts";
import { failureOf, isAnswered, isSignedOut } from "./queries";

export type ActionOptions<Output, Input> = {
  /** The sentence after a failure that the server answered: "Nothing was created." */
  unchanged: string;
  /** The fields that show their own error: a failure of one of them is not repeated above the form. */
  fields?: readonly string[];
  /** The queries to read again, after a failure too. */
  changes?: readonly QueryFilters[];
  /** Renders the page's server components again, too. */
  refresh?: boolean;
  /** The message at the foot of the page. */
  toast?: string | ((output: Output, input: Input) => string);
  onDone?: (output: Output, input: Input) => void | Promise<void>;
};

/** A call that changes something: its failure in words, the errors of its fields, and what is read again after it. */
export function useAction<Def extends ResolverDef>(
  procedure: DecorateMutationProcedure<Def>,
  options: ActionOptions<Def["output"], Def["input"]>,
) {
  const { mutationFn } = procedure.mutationOptions();
  return useCall<Def["input"], Def["output"]>(mutationFn as (input: Def["input"]) => Promise<Def["output"]>, options);
}

/** An input as it is sent; a call without an input has none. */
const keyOf = (input: unknown) => JSON.stringify(input) ?? "";

/** As `useAction`, for a call that is not one procedure. */
export function useCall<Input, Output>(call: (input: Input) => Promise<Output>, options: ActionOptions<Output, Input>) {
  const { unchanged, fields = [], changes = [], refresh = false, toast, onDone } = options;
  const queries = useQueryClient();
  const router = useRouter();
  const readAgain = () => Promise.all(changes.map((filter) => queries.invalidateQueries(filter)));
  const renderAgain = () => (refresh ? afterBack(router.refresh) : undefined);
  const inFlight = useRef(new Set<string>());
  const { mutate, isPending, error, data, variables, reset } = useMutation<Output, unknown, Input>({
    mutationFn: call,
    // What was refused may have changed meanwhile.
    onError: (error) => {
      void readAgain();
      // Without a session or a server the page would be replaced, and a form with it.
      if (isAnswered(error) && !isSignedOut(error)) renderAgain();
    },
    onSuccess: async (output, input) => {
      await readAgain();
      await onDone?.(output, input);
      renderAgain();
      if (toast !== undefined) announce(typeof toast === "string" ? toast : toast(output, input));
    },
    onSettled: (_output, _error, input) => void inFlight.current.delete(keyOf(input)),
  });
  const failure = error ? failureOf(error) : null;
  const errors = failure?.fields ?? {};
  const isAtField = fields.some((field) => errors[field]);
  // The same function in each render: an effect may depend on it.
  const run = useCallback(
    (input: Input, after: { onSuccess?: () => void } = {}) => {
      // A second press comes before the render that disables the button.
      if (inFlight.current.has(keyOf(input))) return;
      inFlight.current.add(keyOf(input));
      mutate(input, after);
    },
    [mutate],
  );
  return {
    run,
    busy: isPending,
    /** Null while nothing failed, and while a field shows the failure. */
    failure: failure && !isAtField ? formatFailure(failure, unchanged) : null,
    errors,
    output: data,
    input: variables,
    reset,
  };
}

/** What a dialog shows of an action. */
export type Progress = { busy: boolean; failure: string | null; reset?: () => void };

/** What a part needs of an action. */
export type Action<Input> = Progress & {
  run: (input: Input, options?: { onSuccess?: () => void }) => void;
  errors: Record<string, string>;
  reset: () => void;
};
