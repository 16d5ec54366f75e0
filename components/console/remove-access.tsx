"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "./balances-words";
import { ConfirmDialog } from "./confirm-dialog";
import { failureWords } from "./failure-words";
import { failureOf, useMerchantId, useTRPC } from "./queries";

/** Asks before the access to an account is given back to its bank. */
export function RemoveAccess({ account, onClose }: { account: Account; onClose: () => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const remove = useMutation(
    trpc.accounts.removeAccess.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.accounts.list.queryFilter());
        void queries.invalidateQueries(trpc.balances.read.queryFilter({ merchantId, accountId: account.id }));
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove access to ${account.bankName} ${account.number}?`}
      action="Remove it"
      busy={remove.isPending}
      error={remove.error ? failureWords(failureOf(remove.error), "The access is as it was.") : null}
      onConfirm={() => remove.mutate({ merchantId, accountId: account.id })}
      onCancel={onClose}
    >
      Its balance is unknown from then on, here and over the API, and the bank is told. Payments still arrive there. You
      can give access again at any time; the bank asks you to approve it.
    </ConfirmDialog>
  );
}
