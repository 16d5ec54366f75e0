"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "../console/queries";

/**
 * What follows when something of the installation was changed: every list of the operator's section is read again, and what
 * the server drew is drawn anew.
 */
export function useChanged(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  return async () => {
    router.refresh();
    await queries.invalidateQueries(trpc.platform.pathFilter());
  };
}
