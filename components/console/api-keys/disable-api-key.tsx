import { ConfirmDialog } from "../../ui/layers/layers";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import { useAction } from "../../ui/use-action";
import { type Credential, formatRecentRequests, isWorking } from "./api-key-labels";
import s from "./api-keys.module.css";

type DisableProps = { credential: Credential; credentials: readonly Credential[]; onClose: () => void };

/** Confirms disabling an API key, and names its recent use. */
export function DisableApiKey({ credential, credentials, onClose }: DisableProps) {
  const { trpc, merchantId } = useConsole();
  const disable = useAction(trpc.credentials.disable, {
    unchanged: "The key still works.",
    changes: [trpc.credentials.list.queryFilter()],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Disable ${credential.name}?`}
      action="Disable key"
      act={disable}
      onConfirm={() => disable.run({ merchantId, id: credential.id })}
      onCancel={onClose}
    >
      <div className={s.warning}>
        <Warning credential={credential} credentials={credentials} />
        <p>
          Requests with this key fail within one second. It can’t be enabled again. Payments created with it continue.
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** The key's recent use, and whether another key works. */
function Warning({ credential, credentials }: Omit<DisableProps, "onClose">) {
  const others = credentials.filter((one) => one.id !== credential.id && isWorking(one));
  const { lastUsedAt, lastIp, isQuiet, callsLastHour } = credential;
  const isLast = others.length === 0;
  if (isQuiet && !isLast) {
    return (
      <p>
        {lastUsedAt ? (
          <>
            Last used <Time at={lastUsedAt} />.
          </>
        ) : (
          "Never used."
        )}
      </p>
    );
  }
  return (
    <Note tone="warn">
      {isQuiet ? null : (
        <>
          <b>This key is in use:</b> {formatRecentRequests(callsLastHour)}
          {lastIp === null ? "" : `, last from ${lastIp}`}.{" "}
        </>
      )}
      {isLast ? "It is your only active key. Without it your server can’t call the API." : null}
    </Note>
  );
}
