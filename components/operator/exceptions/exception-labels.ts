import type { Outputs } from "../../ui/queries";

type Kind = Outputs["platform"]["exceptions"]["list"]["items"][number]["kind"];

/** Each kind of exception and how to resolve it. */
export const EXCEPTION_LABELS: Record<Kind, { what: string; todo: string }> = {
  second_debit: {
    what: "Debited twice",
    todo: "A second bank debited the customer too. Return one of the two payments.",
  },
  link_paid_twice: {
    what: "Link paid twice",
    todo: "Two payments of one link completed. Return one of them to the customer.",
  },
  amount_differs: {
    what: "Amount differs",
    todo: "The credited amount differs from the requested one. Compare it with the statement.",
  },
  not_credited: {
    what: "Not credited",
    todo: "The payer’s bank reported the payment a month ago, and no statement has its credit. Ask the bank.",
  },
  paid_after_end: {
    what: "Paid after closing",
    todo: "The money arrived after the payment request had closed. The merchant may already have sold the goods to someone else.",
  },
  disputed: {
    what: "Blocked by the bank",
    todo: "The bank holds the money: it was neither booked nor returned. Ask the bank what it needs.",
  },
  protocol: {
    what: "Invalid bank response",
    todo: "A response didn’t follow the standard. Report it to the bank with the raw call.",
  },
  not_found: {
    what: "Not found at bank",
    todo: "The bank no longer finds a payment that it had accepted. Check the account first.",
  },
  refused_by_configuration: {
    what: "Rejected by configuration",
    todo: "The bank rejects our request or our credentials. Check the connection.",
  },
  submission_unknown: {
    what: "Submission unknown",
    todo: "The bank didn’t answer the call that moves the money, and its status is still unknown. Ask the bank.",
  },
  unresolved: {
    what: "No final status",
    todo: "The bank has given no final status for 72 hours. Ask the bank for it.",
  },
};
