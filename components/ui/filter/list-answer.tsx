import { type ReactNode, useState } from "react";
import { Note } from "../parts";
import { QueryFailure, RetryNote } from "../query-failure";
import s from "./filter.module.css";

const NOT_UPDATING = "This list is not updating.";

type Answer = {
  error: unknown;
  isError: boolean;
  /** The rows are those of the filter before. */
  isPlaceholderData?: boolean;
  /** 0: it never had rows. */
  dataUpdatedAt: number;
  errorUpdateCount: number;
  fetchStatus: "fetching" | "paused" | "idle";
  refetch: () => unknown;
};

type ListAnswerProps = {
  answer: Answer;
  /** "Your payments" */
  what: string;
  children: ReactNode;
};

/** How often data is fetched again; `failedMs`: if there is none because fetching it failed. */
export function refreshEvery(ms: number, failedMs: number | false = false) {
  return ({ state }: { state: { data: unknown; status: string } }) =>
    state.status === "error" && state.data === undefined ? failedMs : ms;
}

/**
 * Why a list has no rows; null: it has, or has not failed. A query forgets its failure while it fetches again: without
 * this it would come and go.
 */
function useFailure({ error, errorUpdateCount, dataUpdatedAt }: Answer): unknown {
  const [last, setLast] = useState<unknown>(null);
  if (error && error !== last) setLast(error);
  return errorUpdateCount > 0 && dataUpdatedAt === 0 ? (error ?? last) : null;
}

/**
 * The rows of a list by the answer to its query. Those of the filter before are dimmed and busy until the answer comes;
 * a failure takes their place. Rows of this filter stay, with a note when they are no longer kept up to date.
 */
export function ListAnswer({ answer, what, children }: ListAnswerProps) {
  const { error, isError, isPlaceholderData = false, fetchStatus, refetch } = answer;
  const failure = useFailure(answer);
  if (failure) return <QueryFailure what={what} query={{ isError: true, error: failure, refetch }} />;
  return (
    <>
      <div role="status" className={s.stale}>
        {fetchStatus === "paused" ? (
          <Note tone="warn">
            You’re offline. {isPlaceholderData ? "These rows match your previous filter." : NOT_UPDATING}
          </Note>
        ) : null}
      </div>
      {isError && fetchStatus !== "paused" ? (
        <div className={s.stale}>
          <RetryNote error={error} retry={() => refetch()}>
            {NOT_UPDATING}
          </RetryNote>
        </div>
      ) : null}
      <div className={isPlaceholderData ? s.before : undefined} aria-busy={isPlaceholderData}>
        {children}
      </div>
    </>
  );
}
