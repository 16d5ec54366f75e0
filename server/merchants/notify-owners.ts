import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { maskIban } from "../lib/money/iban";
import { formatMinute, withoutLinks } from "../mail/fill-text";
import { consoleLink } from "./mail-lines";
import { queueNotification } from "./notifications/queue-notification";
import { findAddressOf } from "./store";

/**
 * A change or decision about a merchant's checkout that its owners are mailed about, because they may not have wanted
 * it.
 */
type CheckoutChange =
  | { kind: "name-requested" | "name-changed" | "name-approved"; from: string; to: string }
  | { kind: "name-refused"; name: string; reason: string }
  | { kind: "logo-set" | "logo-removed" }
  | { kind: "business"; changes: readonly BusinessChange[] }
  | { kind: "receipts"; enabled: boolean }
  | { kind: "origins"; added: readonly string[]; removed: readonly string[] };

type BusinessChange = {
  field: "tax_number" | "postal_address" | "help_address";
  from: string | null;
  to: string | null;
};

const BUSINESS_FIELDS: Record<BusinessChange["field"], string> = {
  tax_number: "Tax number",
  postal_address: "Address",
  help_address: "Help address",
};

const quoted = (name: string) => `"${withoutLinks(name)}"`;
const oneLine = (value: string | null) => value?.replaceAll("\n", ", ") ?? "none";

function mailOf(change: CheckoutChange): { subject: string; text: string[] } {
  switch (change.kind) {
    case "name-requested":
      return {
        subject: "A new checkout name is awaiting approval",
        text: [
          `The name that customers see at checkout was changed from ${quoted(change.from)} to ${quoted(change.to)}.`,
          `Customers and banks see ${quoted(change.from)} until the operator approves the new one.`,
        ],
      };
    case "name-changed":
      return {
        subject: "Your checkout name was changed",
        text: [`Customers and banks see ${quoted(change.to)} from now on. Before it was ${quoted(change.from)}.`],
      };
    case "name-approved":
      return {
        subject: "Your checkout name was approved",
        text: [
          `The operator approved the name ${quoted(change.to)}. Customers and banks see it from now on. Before it was ${quoted(change.from)}.`,
        ],
      };
    case "name-refused":
      return {
        subject: "Your checkout name was not approved",
        text: [
          `The operator did not approve the name ${quoted(change.name)}: ${change.reason}`,
          "Customers and banks still see the current name.",
        ],
      };
    case "logo-set":
      return { subject: "Your checkout logo was changed", text: ["A new logo is shown to customers at checkout."] };
    case "logo-removed":
      return { subject: "Your checkout logo was removed", text: ["Customers see the letters of your name instead."] };
    case "business":
      return {
        subject: "Your business details were changed",
        text: [
          "Customers see the tax number and the address on receipts. Those who need help at checkout are sent to the help address.",
          ...change.changes.map(
            ({ field, from, to }) => `${BUSINESS_FIELDS[field]}: ${oneLine(to)}. Before: ${oneLine(from)}.`,
          ),
        ],
      };
    case "receipts":
      return change.enabled
        ? {
            subject: "Customers now get receipts by e-mail",
            text: ["Each completed payment mails its customer a receipt, if the payment has their address."],
          }
        : { subject: "Customers no longer get receipts by e-mail", text: ["Receipts by e-mail were switched off."] };
    case "origins":
      return {
        subject: "The allowed domains of your checkout were changed",
        text: [
          "The sites that can show your checkout were changed.",
          ...change.added.map((origin) => `Added: ${origin}`),
          ...change.removed.map((origin) => `Removed: ${origin}`),
        ],
      };
  }
}

const pathOf = ({ kind }: CheckoutChange) =>
  kind === "business" || kind === "receipts" ? "/console/business" : "/console/checkout";

/** The name of the actor in a mail to the owners. */
async function formatActor(tx: Tx, { caller: { kind, actor } }: Pick<Ctx, "caller">): Promise<string> {
  if (kind === "admin") return "the operator";
  if (actor.kind === "user" && actor.id !== null) return (await findAddressOf(tx, actor.id)) ?? "a user";
  return "a program with an API key";
}

/**
 * Mails those who get changes of the checkout, by default a merchant's owners, in the transaction of the change: what
 * changed, who changed it, and when.
 */
export async function notifyOwners(tx: Tx, ctx: Ctx, merchantId: string, change: CheckoutChange): Promise<void> {
  const settings = consoleLink(merchantId, pathOf(change));
  const advice = `If you did not expect this, check your settings and your team: ${settings}`;
  await queueChange(tx, ctx, merchantId, { ...mailOf(change), advice });
}

const SUSPENSION_MAILS = {
  suspended: {
    subject: "Live payments are suspended",
    text: [
      "The operator suspended this merchant: new live payments are rejected, payment links included.",
      "Payments already started are completed, and test payments work.",
    ],
  },
  active: {
    subject: "Live payments are accepted again",
    text: ["The operator ended the suspension of this merchant. Payment links that have not expired work again."],
  },
};

/**
 * Mails the same people that the merchant was suspended, or that the suspension ended. Without the reason, which is in the
 * audit log: not all of them may read that.
 */
export async function notifyOfSuspension(
  tx: Tx,
  ctx: Ctx,
  merchantId: string,
  to: "suspended" | "active",
): Promise<void> {
  const advice = "If you have questions, contact the operator.";
  await queueChange(tx, ctx, merchantId, { ...SUSPENSION_MAILS[to], advice });
}

type NotifiedAccount = { merchantId: string; iban: string; currency: string; simulated: boolean };

/** A change of an account; the roles as they are now, and where they were others, before. */
type AccountChange = { kind: "added"; roles: readonly string[] } | { kind: "closed" } | RolesChange;
type RolesChange = { kind: "roles"; from: readonly string[]; to: readonly string[] };

function accountMailOf(change: AccountChange): { subject: string; does: string; text: string } {
  switch (change.kind) {
    case "added": {
      const text = `Its roles: ${change.roles.join(", ")}.`;
      return { subject: "A bank account was added", does: "was added", text };
    }
    case "closed":
      return { subject: "A bank account was closed", does: "was closed", text: "It receives no new payments." };
    case "roles": {
      const text = `Its roles: ${change.to.join(", ")}. Before: ${change.from.join(", ")}.`;
      return { subject: "The roles of a bank account were changed", does: "has other roles", text };
    }
  }
}

/** Mails the same people that an account of theirs was changed, which decides where money goes; not for test accounts. */
export async function notifyOfAccount(
  tx: Tx,
  ctx: Ctx,
  { merchantId, iban, currency, simulated }: NotifiedAccount,
  change: AccountChange,
): Promise<void> {
  if (simulated) return;
  const { subject, does, text } = accountMailOf(change);
  const accounts = consoleLink(merchantId, "/console/balances");
  const advice = `If you did not expect this, contact the operator. Your accounts: ${accounts}`;
  const lines = [`The account ${maskIban(iban)} (${currency}) ${does}.`, text];
  await queueChange(tx, ctx, merchantId, { subject, text: lines, advice });
}

type ChangeMail = { subject: string; text: readonly string[]; advice: string };

async function queueChange(tx: Tx, ctx: Ctx, merchantId: string, { subject, text, advice }: ChangeMail): Promise<void> {
  const lines = [...text, "", `By: ${await formatActor(tx, ctx)}`, `When: ${formatMinute(now())}`, "", advice];
  await queueNotification(tx, { merchantId, kind: "checkout_changed", subject, text: lines.join("\n") });
}
