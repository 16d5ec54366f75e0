"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../../ui/layers/layers";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import type { Account } from "./balance-labels";

/** Removes the consent of an account, after a confirmation. */
export function RemoveAccess({ account, onClose }: { account: Account; onClose: () => void }) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const remove = useAction(trpc.accounts.removeAccess, {
    unchanged: "Nothing was changed.",
    changes: [trpc.accounts.list.queryFilter()],
    onDone: () => {
      // The bank is asked: the dialog does not wait for it.
      void queries.invalidateQueries(trpc.balances.read.queryFilter({ merchantId, accountId: account.id }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove access to ${account.bankName} ${account.number}?`}
      action="Remove access"
      act={remove}
      onConfirm={() => remove.run({ merchantId, accountId: account.id })}
      onCancel={onClose}
    >
      Its balance becomes unknown, here and in the API, and the bank ends the consent. Payments still arrive there. You
      can grant access again at any time by approving it at your bank.
    </ConfirmDialog>
  );
}
