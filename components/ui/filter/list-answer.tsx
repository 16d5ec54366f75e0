import type { ReactNode } from "react";
import { Note } from "../parts";
import { QueryFailure, RetryNote } from "../query-failure";
import s from "./filter.module.css";

const NOT_UPDATING = "This list is not updating.";

type Answer = {
  data: unknown;
  error: unknown;
  isError: boolean;
  /** The rows are those of the filter before. */
  isPlaceholderData?: boolean;
  fetchStatus: "fetching" | "paused" | "idle";
  refetch: () => unknown;
};

type ListAnswerProps = {
  answer: Answer;
  /** "Your payments" */
  what: string;
  children: ReactNode;
};

/** How often a list is fetched again. One that failed and has no rows waits for the button: else its failure would come and go. */
export function refreshEvery(ms: number) {
  return ({ state }: { state: { data: unknown; status: string } }) =>
    state.status === "error" && state.data === undefined ? false : ms;
}

/**
 * The rows of a list by the answer to its query. Those of the filter before are dimmed and busy until the answer comes;
 * a failure takes their place. Rows of this filter stay, with a note when they are no longer kept up to date.
 */
export function ListAnswer({ answer, what, children }: ListAnswerProps) {
  const { data, error, isError, isPlaceholderData = false, fetchStatus } = answer;
  const retry = () => void answer.refetch();
  if (isError && data === undefined) return <QueryFailure what={what} query={answer} />;
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
          <RetryNote error={error} retry={retry}>
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
