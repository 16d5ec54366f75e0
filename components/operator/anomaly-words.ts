import type { Outputs } from "../console/queries";

type Kind = Outputs["platform"]["anomalies"]["list"]["items"][number]["kind"];

/** What was noted with a payment, and what a person does about it. */
export const ANOMALY_WORDS: Record<Kind, { what: string; todo: string }> = {
  second_debit: {
    what: "Debited twice",
    todo: "A second bank took the money as well. One of the two has to go back to the shopper.",
  },
  link_paid_twice: {
    what: "Link paid twice",
    todo: "Two payments of one link completed. Both are kept; one has to go back.",
  },
  amount_differs: {
    what: "Another amount arrived",
    todo: "What was credited is not what was asked for. Compare it with the statement.",
  },
  paid_after_end: {
    what: "Paid after its end",
    todo: "The money came when the request was over. The shop may have sold the goods to somebody else.",
  },
  disputed: {
    what: "The bank contradicts itself",
    todo: "It had called the payment final, and now says otherwise. Ask the bank, and look at the account.",
  },
  protocol: {
    what: "The bank broke its standard",
    todo: "An answer could not be followed. Tell the bank, with the raw call.",
  },
  not_found: {
    what: "The bank knows it no more",
    todo: "A payment that it had taken is not found there. Look at the account before anything else.",
  },
  refused_by_configuration: {
    what: "Our request does not fit",
    todo: "The bank refuses what we send, or how we are known there. Check the connection.",
  },
  submission_unknown: {
    what: "Nobody knows whether it was sent",
    todo: "The call that moves the money brought no answer, and asking has not cleared it up.",
  },
  unresolved: {
    what: "No end after all this time",
    todo: "The bank still says that it is under way. Ask it what became of it.",
  },
};
