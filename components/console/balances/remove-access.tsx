"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { failureOf, useMerchantId, useTRPC } from "../frame/queries";
import type { Account } from "./balance-labels";

/** Removes the consent of an account, after a confirmation. */
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
      action="Remove access"
      busy={remove.isPending}
      error={remove.error ? formatFailure(failureOf(remove.error), "Nothing was changed.") : null}
      onConfirm={() => remove.mutate({ merchantId, accountId: account.id })}
      onCancel={onClose}
    >
      Its balance becomes unknown, here and over the API, and the bank ends the consent. Payments still arrive there.
      You can give access again at any time by approving it at your bank.
    </ConfirmDialog>
  );
}
