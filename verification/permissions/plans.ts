import { OWN_PLANS } from "./own-plans";
import type { InputFrom, Plans } from "./plan";
import { mailed, newLogo, newNote, openPayment, prepared, unprepared, withLogo } from "./plan-inputs";
import { PLATFORM_PLANS } from "./platform-plans";
import { invitationOfMerchant, invitationOfPartner, memberOfMerchant, memberOfPartner, newcomer } from "./team-inputs";
import { TEST_PAYMENT_PLANS } from "./test-payment-plans";
import { TRANSACTION_PLANS } from "./transaction-plans";
import type { ConsoleShop } from "./world";

const EPOCH = "1970-01-01T00:00:00.000Z";
const timeZone = "Europe/Lisbon";
const URL_OF_A_HOOK = "https://93.184.215.14/hook";
const linkOf: InputFrom<{ id: string }> = ({ linkId }) => ({ id: linkId });
const customerOf: InputFrom<{ test: boolean; key: string }> = ({ customerKey }) => ({ test: true, key: customerKey });
const onPayment = ({ paymentId }: ConsoleShop) => ({ of: { paymentId } });
const endpointOf: InputFrom<{ name: string }> = ({ endpoint }) => ({ name: endpoint });
const accountOf: InputFrom<{ accountId: string }> = ({ accountId }) => ({ accountId });
const callOf: InputFrom<{ id: string }> = ({ callId }) => ({ id: callId });
const read = { at: "merchant" } as const;
const forTests = { at: "merchant", input: () => ({ test: true }) } as const;
const ofPayment = { at: "merchant", foreign: "PAYMENT_REQUEST_NOT_FOUND" } as const;
const ofLink = { at: "merchant", foreign: "PAYMENT_LINK_NOT_FOUND" } as const;
const ofEndpoint = { at: "merchant", input: endpointOf, foreign: "NOT_FOUND" } as const;

/**
 * A row for every call of the Console: a missing one is a type error. `verification/permissions/permissions.test.ts`
 * makes each call as every kind of person and compares the answers with the table of permissions,
 * `verification/permissions/tenants.test.ts` makes it with other merchants' objects, and
 * `e2e/console/console-forged.spec.ts` from a foreign page. A new call needs its row in `PERMISSIONS`, and one here.
 * `at` is the procedure of the three that it uses; `input` is a valid call made from a shop's objects (`world.ts`: a
 * new kind of object gets a field there, in `newShop` and in `unknownShop`); `foreign`, where the input names such an
 * object, the code for another merchant's; `also`, further codes that a valid call may get. `npm run unit --
 * verification/permissions` reports the rest.
 */
export const PLANS: Plans = {
  "overview.figures": {
    at: "merchant",
    input: () => ({ test: true, currency: null, days: 14, until: null, comparison: "previous", timeZone }),
  },
  "overview.actionItems": forTests,
  "overview.latest": forTests,
  "payments.list": forTests,
  "payments.totals": forTests,
  "payments.views.list": read,
  "payments.views.counts": forTests,
  "payments.views.save": {
    at: "merchant",
    input: (_shop, turn) => ({ name: `View ${turn}`, search: "status=failed" }),
  },
  "payments.views.delete": { at: "merchant", input: () => ({ id: "0191e0a8-0000-7000-8000-000000000000" }) },
  "payments.notes.list": { ...ofPayment, input: onPayment },
  "payments.notes.add": { ...ofPayment, input: (shop) => ({ ...onPayment(shop), text: "Called the customer." }) },
  // A note of another author: an owner and an admin may delete it.
  "payments.notes.delete": { at: "merchant", input: newNote, foreign: "NOT_FOUND", also: ["FORBIDDEN"] },
  "payments.choices": forTests,
  "payments.get": { ...ofPayment, input: ({ paymentId }) => ({ id: paymentId }) },
  "payments.cancel": { ...ofPayment, input: openPayment },
  "payments.ofLink": { at: "merchant", input: ({ linkId }) => ({ linkId }), foreign: "nothing" },
  "payments.triesOfLinks": { at: "merchant", input: ({ linkId }) => ({ linkIds: [linkId] }), foreign: "nothing" },
  "payments.cancelLink": { ...ofLink, input: linkOf },
  "customers.list": forTests,
  "customers.get": { ...ofPayment, input: customerOf },
  "customers.erase": { ...ofPayment, input: customerOf },
  "customers.eraseOfPayment": { ...ofPayment, input: openPayment },
  "paymentLinks.list": forTests,
  "paymentLinks.currencies": forTests,
  "paymentLinks.send": { ...ofLink, input: mailed, also: ["TOO_MANY_REQUESTS"] },
  "paymentLinks.get": { ...ofLink, input: linkOf },
  "paymentLinks.create": { at: "merchant", input: () => ({ amount: "25.50", currency: "EUR" }) },
  "credentials.list": read,
  "credentials.create": { at: "merchant", input: (_shop, turn) => ({ name: `Program ${turn}`, testOnly: true }) },
  "credentials.limit": {
    at: "merchant",
    input: ({ credentialId }) => ({
      // The same for each caller: a change from limits that are not the current ones would be refused.
      ...{ id: credentialId, endsAt: null, allowedNetworks: [] },
      seen: { endsAt: null, allowedNetworks: [] },
    }),
    foreign: "NOT_FOUND",
  },
  "credentials.disable": { at: "merchant", input: ({ credentialId }) => ({ id: credentialId }), foreign: "NOT_FOUND" },
  "business.get": read,
  "business.set": { at: "merchant", input: () => ({ taxNumber: "", postalAddress: "", helpAddress: "", version: 1 }) },
  "business.setReceipts": { at: "merchant", input: () => ({ enabled: false }) },
  "branding.get": read,
  "branding.advise": { at: "merchant", input: () => ({ accent: "#123456" }) },
  "branding.set": { at: "merchant", input: () => ({ brandName: "Shop alpha", accent: null, version: 1 }) },
  "branding.setLogo": { at: "merchant", input: newLogo },
  "branding.removeLogo": { at: "merchant", input: withLogo },
  "branding.setOrigins": { at: "merchant", input: () => ({ origins: [], version: 1 }) },
  "notifications.list": read,
  "notifications.set": { at: "merchant", input: () => ({ kind: "payment_returned", enabled: true }) },
  "webhooks.setUrl": { at: "merchant", input: () => ({ url: URL_OF_A_HOOK }) },
  "webhooks.endpoints.list": read,
  "webhooks.endpoints.get": ofEndpoint,
  "webhooks.endpoints.create": {
    at: "merchant",
    input: (_shop, turn) => ({ name: `hook-${turn}`, url: URL_OF_A_HOOK }),
  },
  "webhooks.endpoints.edit": { ...ofEndpoint, input: ({ endpoint }) => ({ name: endpoint, signed: true, version: 1 }) },
  "webhooks.endpoints.switch": { ...ofEndpoint, input: ({ endpoint }) => ({ name: endpoint, to: "enabled" }) },
  "webhooks.endpoints.rotate": ofEndpoint,
  "webhooks.endpoints.prepare": { ...ofEndpoint, input: unprepared },
  "webhooks.endpoints.activate": { ...ofEndpoint, input: prepared },
  "webhooks.endpoints.discard": { ...ofEndpoint, input: prepared },
  "webhooks.endpoints.revoke": read,
  "webhooks.health.list": read,
  "webhooks.health.failing": read,
  "webhooks.health.pause": ofEndpoint,
  "webhooks.health.resume": ofEndpoint,
  "webhooks.log.search": read,
  "webhooks.log.get": { at: "merchant", input: ({ deliveryId }) => ({ id: deliveryId }), foreign: "NOT_FOUND" },
  "webhooks.log.countResend": read,
  "webhooks.log.resend": { at: "merchant", input: ({ deliveryId }) => ({ id: deliveryId }), foreign: "NOT_FOUND" },
  "webhooks.log.resendAll": { at: "merchant", input: () => ({ until: EPOCH, count: 1 }) },
  "webhooks.log.sendTest": ofEndpoint,
  "webhooks.diagnostics.probe": { ...ofEndpoint, also: ["TOO_MANY_REQUESTS"] },
  "webhooks.diagnostics.lastProbe": { at: "merchant", input: endpointOf, foreign: "nothing" },
  "webhooks.diagnostics.startReceiverTest": { ...ofEndpoint, also: ["TOO_MANY_REQUESTS"] },
  "webhooks.diagnostics.listReceiverTests": { at: "merchant", input: endpointOf, foreign: "nothing" },
  "accounts.list": read,
  "accounts.renew": { at: "merchant", input: accountOf, foreign: "NOT_FOUND", also: ["TOO_MANY_REQUESTS"] },
  "accounts.removeAccess": { at: "merchant", input: accountOf, foreign: "NOT_FOUND" },
  "balances.read": { at: "merchant", input: accountOf, foreign: "NOT_FOUND" },
  "developers.calls.search": forTests,
  "developers.calls.get": { at: "merchant", input: callOf, foreign: "NOT_FOUND" },
  "developers.calls.repeat": { at: "merchant", input: callOf, foreign: "NOT_FOUND" },
  "developers.reference.read": read,
  "developers.reference.send": { at: "merchant", input: () => ({ operation: "listPaymentLinks" }) },
  ...TEST_PAYMENT_PLANS,
  "developers.events.list": read,
  "developers.goLive": read,
  "transactions.list": forTests,
  "transactions.filterOptions": forTests,
  "transactions.unmatched": forTests,
  "transactions.receivedToday": { at: "merchant", input: () => ({ test: true, timeZone }) },
  "reports.list": forTests,
  "transactions.discrepancies": forTests,
  ...TRANSACTION_PLANS,
  "acting.merchants": { at: "own", input: () => ({ search: "shop" }) },
  "team.list": read,
  "team.invite": { at: "merchant", input: newcomer },
  "team.resend": { at: "merchant", input: invitationOfMerchant, foreign: "NOT_FOUND" },
  "team.withdraw": { at: "merchant", input: invitationOfMerchant, foreign: "NOT_FOUND" },
  "team.setRole": { at: "merchant", input: memberOfMerchant, foreign: "NOT_FOUND" },
  "team.remove": { at: "merchant", input: memberOfMerchant, foreign: "NOT_FOUND" },
  "team.requireTwoFactor": { at: "merchant", input: () => ({ required: false }) },
  "partnerTeam.list": { at: "partner" },
  "partnerTeam.invite": { at: "partner", input: newcomer },
  "partnerTeam.resend": { at: "partner", input: invitationOfPartner, foreign: "NOT_FOUND" },
  "partnerTeam.withdraw": { at: "partner", input: invitationOfPartner, foreign: "NOT_FOUND" },
  "partnerTeam.setRole": { at: "partner", input: memberOfPartner, foreign: "NOT_FOUND" },
  "partnerTeam.remove": { at: "partner", input: memberOfPartner, foreign: "NOT_FOUND" },
  "partnerTeam.requireTwoFactor": { at: "partner", input: () => ({ required: false }) },
  "search.find": { at: "merchant", input: ({ paymentId }) => ({ text: paymentId, test: true }), foreign: "nothing" },
  "audit.list": read,
  "audit.choices": read,
  "audit.verify": read,
  "partnerAudit.list": { at: "partner" },
  "partnerAudit.choices": { at: "partner" },
  "partnerAudit.verify": { at: "partner" },
  ...PLATFORM_PLANS,
  ...OWN_PLANS,
};
