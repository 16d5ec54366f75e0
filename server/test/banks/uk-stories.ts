import { beforeAll } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { acceptReturn } from "../../payments/bank-calls/accept-return";
import { query } from "../database";
import { shopper, storyOfThisFile } from "./payment-stories";
import { answerAtBank } from "./simbank";
import { paramsOf } from "./uk-bank";

/** One bank redirects with the query, the other with the fragment. */
const NAMES = ["Monzo", "TSB"];
const ORDER = { currency: "GBP", payment_reference: "Order 3451" };

/** Stories at UK banks, where a separate call moves the money. Registers hooks: call it once, at the top of a file. */
export function ukStoryOfThisFile() {
  const story = storyOfThisFile();
  const ids: string[] = [];
  beforeAll(async () => {
    const banks = await listBanks({}, { currency: "GBP" });
    for (const name of NAMES) {
      const id = banks.find(({ displayName }) => displayName === name)?.id;
      if (id === undefined) throw new Error(`${name} is in no list.`);
      ids.push(id);
    }
  });
  return {
    story,
    banks: ids,
    newPayment: (changed: object = {}, more: object = {}) => story.newPayment({ ...ORDER, ...changed }, more),
    press: (token: string, bankId = ids[0]) => story.press(token, bankId),
    /** The number of calls of this kind to the bank. */
    sent: (path: RegExp) =>
      story.bank.exchanges.filter((exchange) => exchange.method === "POST" && path.test(exchange.path)).length,
  };
}

/** The customer answers at the bank; returns the redirect's parameters. */
export async function approveAtBank(url: string | null, how: "approve" | "reject" = "approve") {
  const page = await fetch(url ?? "", { redirect: "manual" });
  const address = new URL(page.headers.get("location") ?? "", url ?? "").href;
  const back = await answerAtBank(address, how);
  return paramsOf(back.headers.get("location") ?? "");
}

/** In a JWT response (JARM) the state is in the payload, else a separate parameter. */
export function stateOf(params: Record<string, string>): string {
  const payload = params["response"]?.split(".")[1];
  if (payload === undefined) return params["state"] ?? "";
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { state: string }).state;
}

/** The browser returns to the product. */
export function comeBack(params: Record<string, string>) {
  return acceptReturn(shopper, { state: stateOf(params), params });
}

/** The attempts of a request, oldest first. */
export const attemptsOf = async (requestId: string) => {
  const sql = `SELECT id, state, reason, submission_blocked_at IS NOT NULL AS "submissionBlocked", submitted_at IS NOT NULL AS submitted,
      grant_sealed IS NOT NULL AS granted, debtor_sealed IS NOT NULL AS debtor
      FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at, id`;
  return (await query(sql, [requestId])).rows as Array<{
    id: string;
    state: string;
    reason: string | null;
    submissionBlocked: boolean;
    submitted: boolean;
    granted: boolean;
    debtor: boolean;
  }>;
};
