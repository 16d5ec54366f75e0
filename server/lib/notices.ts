import type { Pool } from "pg";
import { log } from "./log";
import { withoutOwner } from "./request-slot";

/** `channel payload`; without a payload the channel alone. */
export type Notice = string;

/** What the triggers of migration 20261130000100 noted in this transaction, one notice a line. */
export const NOTED = { name: "bankside notices", text: "SELECT current_setting('bankside.notices', true) AS notices" };

const SEND = {
  name: "bankside notify",
  text: "SELECT pg_notify(split_part(notice, ' ', 1), substr(notice, strpos(notice || ' ', ' ') + 1)) FROM unnest($1::text[]) AS notice",
};

/**
 * Sends notices by NOTIFY, never in the transaction that they are about: NOTIFY takes one lock of the whole server from
 * before a commit until its flush has ended, so that payments would settle one after the other. A transaction of its own,
 * which writes nothing else, flushes nothing. Notices that arrive while one is being sent are sent together, each once. A
 * lost notice is only a delay, because everyone who listens also polls.
 */
export function newNotifier(pool: Pick<Pool, "query">): (notices: Iterable<Notice>) => void {
  const waiting = new Set<Notice>();
  let sending = false;
  const sendAll = async () => {
    sending = true;
    try {
      while (waiting.size > 0) {
        const notices = [...waiting];
        waiting.clear();
        await pool.query({ ...SEND, values: [notices] });
      }
    } catch (error) {
      log().debug({ error }, "notices were not sent");
    }
    sending = false;
  };
  return (notices) => {
    for (const notice of notices) waiting.add(notice);
    if (waiting.size > 0 && !sending) void withoutOwner(sendAll);
  };
}
