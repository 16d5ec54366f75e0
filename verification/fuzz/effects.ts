import { query } from "../../server/test/database";
import type { Tally } from "./campaign";

/** The number of rows in the tables that concern money. */
export type Rows = { links: number; requests: number; initiated: number; ended: number; debits: number };

export function countRows(): Promise<Rows> {
  return query(async (client) => {
    const { rows } = await client.query<Rows>(
      `SELECT (SELECT count(*)::int FROM payment_links) AS links, (SELECT count(*)::int FROM payment_requests) AS requests,
        (SELECT count(*)::int FROM payment_requests WHERE initiated_at IS NOT NULL) AS initiated,
        (SELECT count(*)::int FROM payment_requests WHERE status <> 'pending') AS ended,
        (SELECT count(*)::int FROM sim_entries WHERE payment_id IS NOT NULL) AS debits`,
    );
    const [counted] = rows;
    if (!counted) throw new Error("nothing was counted");
    return counted;
  });
}

/**
 * The differences between rows and answers of a campaign: a row without a success, a success without a row, a payment
 * that was initiated or settled without its shopper. Empty when there is none.
 */
export function unaccounted(before: Rows, after: Rows, { effects }: Tally): string[] {
  const made = (name: keyof Rows) => after[name] - before[name];
  const said = (...endpoints: string[]) => endpoints.reduce((sum, id) => sum + (effects.get(id) ?? 0), 0);
  const links = said("createPaymentLink");
  const requests = said("createPaymentRequest", "createRedirectRequest");
  const initiations = said("initiatePayment");
  return [
    ...(made("links") === links ? [] : [`${made("links")} links, ${links} successes`]),
    ...(made("requests") === requests ? [] : [`${made("requests")} payment requests, ${requests} successes`]),
    ...(made("initiated") <= initiations ? [] : [`${made("initiated")} payments begun, ${initiations} successes`]),
    ...(made("ended") === 0 ? [] : [`${made("ended")} payments ended by themselves`]),
    ...(made("debits") === 0 ? [] : [`${made("debits")} payments debited`]),
  ];
}
