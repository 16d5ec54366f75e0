import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Button } from "../../ui/button";
import { useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import type { Account } from "./balance-labels";

type RenewProps = { account: Account; look: "primary" | "plain" };

/** Requests a new consent and opens the bank in this window; banks refuse to be framed. */
export function RenewAccess({ account, look }: RenewProps) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const errorId = useId();
  const renew = useAction(trpc.accounts.renew, {
    unchanged: "No access was requested.",
    onDone: async (started) => {
      if (started.kind === "redirect") return window.location.assign(started.url);
      if (started.kind === "app") return;
      await queries.invalidateQueries(trpc.accounts.list.queryFilter());
      await queries.invalidateQueries(trpc.balances.read.queryFilter());
    },
  });
  const word = account.access.kind === "none" ? "Grant access" : "Renew consent";
  const isGoing = renew.busy || renew.output?.kind === "redirect";
  return (
    <span className={ui.actions}>
      <Button
        look={look === "primary" ? "primary" : undefined}
        disabled={isGoing}
        aria-label={isGoing ? undefined : `${word} to ${account.bankName} ${account.number}`}
        aria-describedby={renew.failure ? errorId : undefined}
        onClick={() => renew.run({ merchantId, accountId: account.id })}
      >
        {isGoing ? "Opening the bank" : word}
      </Button>
      {renew.output?.kind === "app" ? (
        <span className={ui.small} role="status">
          {renew.output.message ?? "Approve it in your bank’s app."} Then refresh; it appears here within a minute.
        </span>
      ) : null}
      {renew.failure ? (
        <span className={ui.error} id={errorId} role="alert">
          {renew.failure}
        </span>
      ) : null}
    </span>
  );
}
