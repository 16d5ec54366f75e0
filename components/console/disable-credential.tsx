"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "./confirm-dialog";
import { type Credential, hourWords, isWorking } from "./credential-words";
import s from "./credentials.module.css";
import { failureWords } from "./failure-words";
import { Note } from "./parts";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";

type DisableProps = { credential: Credential; credentials: readonly Credential[]; onClose: () => void };

/** Asks before a credential is disabled, and says who would notice. */
export function DisableCredential({ credential, credentials, onClose }: DisableProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const disable = useMutation(
    trpc.credentials.disable.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.credentials.list.queryFilter());
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Disable ${credential.name}?`}
      action="Disable it"
      busy={disable.isPending}
      error={disable.error ? failureWords(failureOf(disable.error), "It still works.") : null}
      onConfirm={() => disable.mutate({ merchantId, id: credential.id })}
      onCancel={onClose}
    >
      <div className={s.warning}>
        <Warning credential={credential} credentials={credentials} />
        <p>
          Its tokens stop working within one second, everywhere. It cannot be enabled again. Payments that it created go
          on.
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** Who uses it now, and whether anything else works. */
function Warning({ credential, credentials }: Omit<DisableProps, "onClose">) {
  const others = credentials.filter((one) => one.id !== credential.id && isWorking(one));
  const { lastUsedAt, lastIp, isQuiet, callsLastHour } = credential;
  const isLast = others.length === 0;
  if (isQuiet && !isLast) {
    return (
      <p>
        {lastUsedAt ? (
          <>
            It was last used <Time at={lastUsedAt} />, and not since.
          </>
        ) : (
          "It has never been used."
        )}
      </p>
    );
  }
  return (
    <Note tone="warn">
      {isQuiet ? null : (
        <>
          <b>It is in use:</b> {hourWords(callsLastHour)}
          {lastIp === null ? "" : `, the last from ${lastIp}`}. Whatever calls with it is refused from then on.{" "}
        </>
      )}
      {isLast ? "No other credential works: without it your server cannot call the API." : null}
    </Note>
  );
}
