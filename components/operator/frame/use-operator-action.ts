import type { DecorateMutationProcedure, ResolverDef } from "@trpc/tanstack-react-query";
import { useTRPC } from "../../ui/queries";
import { type ActionOptions, useAction } from "../../ui/use-action";

/** An action of this section. After it all lists are read again. */
export function useOperatorAction<Def extends ResolverDef>(
  procedure: DecorateMutationProcedure<Def>,
  options: ActionOptions<Def["output"], Def["input"]>,
) {
  const trpc = useTRPC();
  return useAction(procedure, { refresh: true, changes: [trpc.platform.pathFilter()], ...options });
}
