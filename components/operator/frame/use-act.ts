"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../console/frame/queries";

/** Refreshes the section after a change: refetches all lists and rerenders the server components. */
export function useChanged(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  return async () => {
    router.refresh();
    await queries.invalidateQueries(trpc.platform.pathFilter());
  };
}
