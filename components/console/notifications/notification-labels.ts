import type { Outputs } from "../../ui/queries";

export type Preference = Outputs["notifications"]["list"][number];

export const NOTIFICATION_LABELS: Record<Preference["kind"], { name: string; when: string }> = {
  payment_returned: { name: "Payment returned", when: "The money of a completed payment was returned" },
  monthly_report: { name: "Monthly report", when: "On the 4th of each month, with a link to the report" },
  webhook_endpoint_failing: {
    name: "Webhook endpoint failing",
    when: "Once when an endpoint fails, and once when it works again",
  },
  credential_ending: { name: "API key expiring", when: "A week before a key expires, and when it has expired" },
  checkout_changed: {
    name: "Checkout, business details or bank accounts changed",
    when: "Name, logo, allowed domains, receipts, help address, tax number or postal address were changed; a bank account was added, closed or given other roles; live payments were suspended or accepted again",
  },
  member_joined: { name: "New member", when: "Someone accepted an invitation" },
};

/** The groups of the page, in order. */
export const NOTIFICATION_GROUPS: readonly { title: string; kinds: readonly Preference["kind"][] }[] = [
  { title: "Money", kinds: ["payment_returned", "monthly_report"] },
  { title: "Integration", kinds: ["webhook_endpoint_failing", "credential_ending"] },
  { title: "Account", kinds: ["checkout_changed", "member_joined"] },
];
