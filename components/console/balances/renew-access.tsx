import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Button } from "../../ui/button";
import { failureOf, useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import type { Account } from "./balance-labels";

type RenewProps = { account: Account; look: "primary" | "plain" };

/** Requests a new consent and opens the bank in this window; banks refuse to be framed. */
export function RenewAccess({ account, look }: RenewProps) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const errorId = useId();
  const renew = useMutation(
    trpc.accounts.renew.mutationOptions({
      onSuccess: async (started) => {
        if (started.kind === "redirect") return window.location.assign(started.url);
        if (started.kind === "app") return;
        await queries.invalidateQueries(trpc.accounts.list.queryFilter());
        await queries.invalidateQueries(trpc.balances.read.queryFilter());
      },
    }),
  );
  const word = account.access.kind === "none" ? "Grant access" : "Renew consent";
  const isGoing = renew.isPending || (renew.isSuccess && renew.data.kind === "redirect");
  return (
    <span className={ui.actions}>
      <Button
        look={look === "primary" ? "primary" : undefined}
        disabled={isGoing}
        aria-label={isGoing ? undefined : `${word} to ${account.bankName} ${account.number}`}
        aria-describedby={renew.error ? errorId : undefined}
        onClick={() => renew.mutate({ merchantId, accountId: account.id })}
      >
        {isGoing ? "Opening the bank" : word}
      </Button>
      {renew.isSuccess && renew.data.kind === "app" ? (
        <span className={ui.small} role="status">
          {renew.data.message ?? "Approve it in your bank’s app."} Then refresh; it appears here within a minute.
        </span>
      ) : null}
      {renew.error ? (
        <span className={ui.error} id={errorId} role="alert">
          {failureOf(renew.error).message}
        </span>
      ) : null}
    </span>
  );
}
