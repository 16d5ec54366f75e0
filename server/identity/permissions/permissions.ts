import type { UserRole } from "../rules";

/**
 * The roles that may make a call of the Console. `verified`: the call needs a recent step-up. `visitor`: of a demo, which
 * no person is given.
 */
export type Permission = { roles: readonly (UserRole | "visitor")[]; verified?: true };

/**
 * Validity of a step-up for a dangerous call: secrets, webhook addresses, what customers see of a merchant, members, roles.
 */
export const VERIFIED_FOR_S = 10 * 60;

const everyone = { roles: ["owner", "admin", "developer", "finance", "viewer"] } as const satisfies Permission;
/** What a visitor of a demo may look at too: the payments, links, accounts and deliveries of a merchant. */
const looking = { roles: [...everyone.roles, "visitor"] } as const satisfies Permission;
const verifiedEveryone = { ...everyone, verified: true } as const satisfies Permission;
/** Payment requests and links, as a developer's API key may create them; their cancellation; and notes on payments and customers. */
const sales = { roles: ["owner", "admin", "developer", "finance"] } as const satisfies Permission;
/** Accounting: transactions, reconciliation, managed accounts, exceptions. */
const money = { roles: ["owner", "admin", "finance"] } as const satisfies Permission;
/** The integration with the API. */
const developers = { roles: ["owner", "admin", "developer"] } as const satisfies Permission;
/** Test payments and what they leave: they change nothing else, so a visitor of a demo may make them. */
const playing = { roles: [...developers.roles, "visitor"] } as const satisfies Permission;
const verifiedDevelopers = { ...developers, verified: true } as const satisfies Permission;
/**
 * Members and roles, what customers see of a merchant, receiving accounts, bank connections, the audit log with IP addresses.
 */
const administrators = { roles: ["owner", "admin"] } as const satisfies Permission;
const verifiedAdministrators = { roles: ["owner", "admin"], verified: true } as const satisfies Permission;

/**
 * The roles for every call of the Console, by its name. A call without a row is refused and doesn't compile
 * (`trpc/router.ts`). A role applies to a merchant, to all merchants of a partner, or everywhere; a user with several
 * roles may do what any of them may.
 */
export const PERMISSIONS = {
  "me.get": everyone,
  "me.history": everyone,
  "me.endSession": everyone,
  "me.endOtherSessions": everyone,
  "me.endEverywhere": everyone,
  "me.startPasskey": verifiedEveryone,
  "me.addPasskey": verifiedEveryone,
  "me.renamePasskey": everyone,
  "me.removePasskey": verifiedEveryone,
  "me.startApp": verifiedEveryone,
  "me.confirmApp": verifiedEveryone,
  "me.removeApp": verifiedEveryone,
  "me.renewRecoveryCodes": verifiedEveryone,
  "me.stepUpMethods": everyone,
  "me.startVerifyPasskey": everyone,
  "me.verifyPasskey": everyone,
  "me.verifyApp": everyone,
  "me.startVerifyMail": everyone,
  "me.verifyMail": everyone,
  "overview.figures": looking,
  "overview.actionItems": looking,
  "overview.latest": looking,
  "payments.list": looking,
  "payments.totals": looking,
  "payments.views.list": everyone,
  "payments.views.counts": looking,
  "payments.views.save": everyone,
  "payments.views.delete": everyone,
  "payments.notes.list": looking,
  "payments.notes.add": sales,
  "payments.notes.delete": sales,
  "payments.choices": looking,
  "payments.get": looking,
  "payments.cancel": sales,
  "payments.ofLink": looking,
  "payments.triesOfLinks": looking,
  "payments.cancelLink": sales,
  "customers.list": everyone,
  "customers.get": everyone,
  "customers.erase": verifiedAdministrators,
  "customers.eraseOfPayment": verifiedAdministrators,
  "paymentLinks.list": looking,
  "paymentLinks.currencies": looking,
  "paymentLinks.get": looking,
  "paymentLinks.create": sales,
  "paymentLinks.send": sales,
  "credentials.list": developers,
  "credentials.create": verifiedDevelopers,
  "credentials.limit": verifiedDevelopers,
  "credentials.disable": developers,
  "business.get": everyone,
  "business.set": verifiedAdministrators,
  "business.setReceipts": verifiedAdministrators,
  "branding.get": everyone,
  "branding.advise": everyone,
  "branding.set": verifiedAdministrators,
  "branding.setLogo": verifiedAdministrators,
  "branding.removeLogo": verifiedAdministrators,
  "branding.setOrigins": verifiedAdministrators,
  "notifications.list": everyone,
  "notifications.set": everyone,
  "webhooks.setUrl": verifiedDevelopers,
  "webhooks.endpoints.list": playing,
  "webhooks.endpoints.get": playing,
  "webhooks.endpoints.create": verifiedDevelopers,
  "webhooks.endpoints.edit": verifiedDevelopers,
  "webhooks.endpoints.switch": developers,
  "webhooks.endpoints.rotate": verifiedDevelopers,
  "webhooks.endpoints.prepare": verifiedDevelopers,
  "webhooks.endpoints.activate": verifiedDevelopers,
  "webhooks.endpoints.discard": developers,
  "webhooks.endpoints.revoke": verifiedDevelopers,
  "webhooks.health.list": playing,
  "webhooks.health.failing": looking,
  "webhooks.health.pause": developers,
  "webhooks.health.resume": developers,
  "webhooks.log.search": playing,
  "webhooks.log.get": playing,
  "webhooks.log.countResend": developers,
  "webhooks.log.resend": developers,
  "webhooks.log.resendAll": developers,
  "webhooks.log.sendTest": developers,
  "webhooks.diagnostics.probe": developers,
  "webhooks.diagnostics.lastProbe": developers,
  "webhooks.diagnostics.startReceiverTest": developers,
  "webhooks.diagnostics.listReceiverTests": developers,
  "accounts.list": looking,
  "accounts.renew": money,
  "accounts.removeAccess": money,
  "balances.read": looking,
  "transactions.list": looking,
  "transactions.filterOptions": looking,
  "transactions.unmatched": looking,
  "transactions.receivedToday": looking,
  "transactions.discrepancies": looking,
  "reports.list": looking,
  "transactions.match": money,
  "transactions.dismiss": money,
  "acting.merchants": everyone,
  "team.list": everyone,
  "team.invite": verifiedAdministrators,
  "team.resend": administrators,
  "team.withdraw": administrators,
  "team.setRole": verifiedAdministrators,
  "team.remove": verifiedAdministrators,
  "team.requireTwoFactor": verifiedAdministrators,
  "partnerTeam.list": everyone,
  "partnerTeam.invite": verifiedAdministrators,
  "partnerTeam.resend": administrators,
  "partnerTeam.withdraw": administrators,
  "partnerTeam.setRole": verifiedAdministrators,
  "partnerTeam.remove": verifiedAdministrators,
  "partnerTeam.requireTwoFactor": verifiedAdministrators,
  "developers.calls.search": playing,
  "developers.calls.get": playing,
  "developers.calls.repeat": developers,
  "developers.reference.read": looking,
  "developers.reference.send": playing,
  "developers.testPayments.choose": playing,
  "developers.testPayments.open": playing,
  "developers.testPayments.answer": playing,
  "developers.events.list": looking,
  "developers.goLive": everyone,
  "platform.system.read": everyone,
  "platform.system.lastHour": everyone,
  "platform.system.mails": developers,
  "platform.exceptions.list": everyone,
  "platform.exceptions.resolve": money,
  "platform.merchants.list": everyone,
  "platform.merchants.get": everyone,
  "platform.merchants.create": verifiedAdministrators,
  "platform.merchants.switch": verifiedAdministrators,
  "platform.names.list": everyone,
  "platform.names.approve": verifiedAdministrators,
  "platform.names.refuse": verifiedAdministrators,
  "platform.usage.list": everyone,
  "platform.usage.setLimit": verifiedAdministrators,
  "platform.partners.list": everyone,
  "platform.partners.get": everyone,
  "platform.partners.create": verifiedAdministrators,
  "platform.banks.list": everyone,
  "platform.connections.list": everyone,
  "platform.connections.get": everyone,
  "platform.connections.read": administrators,
  "platform.connections.check": verifiedAdministrators,
  "platform.connections.test": developers,
  "platform.connections.put": verifiedAdministrators,
  "platform.connections.switch": verifiedAdministrators,
  "platform.accounts.list": everyone,
  "platform.accounts.add": verifiedAdministrators,
  "platform.accounts.setRoles": verifiedAdministrators,
  "platform.accounts.close": verifiedAdministrators,
  "platform.people.list": everyone,
  "platform.people.give": verifiedAdministrators,
  "platform.people.take": verifiedAdministrators,
  "platform.people.switch": verifiedAdministrators,
  "platform.people.resetSignIn": verifiedAdministrators,
  "platform.people.requireTwoFactor": verifiedAdministrators,
  "platform.audit.list": administrators,
  "platform.audit.choices": administrators,
  "platform.audit.verify": administrators,
  "search.find": looking,
  "audit.list": administrators,
  "audit.choices": administrators,
  "audit.verify": administrators,
  "partnerAudit.list": administrators,
  "partnerAudit.choices": administrators,
  "partnerAudit.verify": administrators,
} as const satisfies Record<string, Permission>;

/** The name of a call, as tRPC writes it. */
export type ProcedurePath = keyof typeof PERMISSIONS;

/** The row of a call; null for one that has none. */
export function permissionOf(path: string): Permission | null {
  return Object.hasOwn(PERMISSIONS, path) ? PERMISSIONS[path as ProcedurePath] : null;
}

/** Whether a call needs a newer step-up than this session has (RFC 9470). Until then it is refused, with no effect. */
export function requiresStepUp(path: string, session: { verifiedForS: number }): boolean {
  return permissionOf(path)?.verified === true && session.verifiedForS > VERIFIED_FOR_S;
}

/** The calls that a user with these roles may make. */
export function permittedPaths(roles: readonly string[]): ProcedurePath[] {
  const paths = Object.keys(PERMISSIONS) as ProcedurePath[];
  return paths.filter((path) => PERMISSIONS[path].roles.some((role) => roles.includes(role)));
}
