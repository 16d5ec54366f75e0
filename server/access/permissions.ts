import type { UserRole } from "./rules";

/** Who may make a call of the Console, and whether they have to have proved lately who they are (`verified`). */
export type Permission = { roles: readonly UserRole[]; verified?: true };

/** For how long a proof of who sits there is good for a dangerous act: secrets, webhook addresses, what customers see, members, roles. */
export const VERIFIED_FOR_S = 10 * 60;

const everyone = { roles: ["owner", "admin", "developer", "finance", "viewer"] } as const satisfies Permission;
const verifiedEveryone = { ...everyone, verified: true } as const satisfies Permission;
/** Asking for money, and no longer asking: a developer's credential may do the same. */
const sales = { roles: ["owner", "admin", "developer", "finance"] } as const satisfies Permission;
/** The books: what arrived and what it was for, whose accounts are read, what was looked at and is settled. */
const money = { roles: ["owner", "admin", "finance"] } as const satisfies Permission;
/** How the merchant's programs meet ours. */
const developers = { roles: ["owner", "admin", "developer"] } as const satisfies Permission;
const verifiedDevelopers = { ...developers, verified: true } as const satisfies Permission;
/** People, other people's rights, what decides where money goes, and what everybody did and from where. */
const administrators = { roles: ["owner", "admin"] } as const satisfies Permission;
const verifiedAdministrators = { roles: ["owner", "admin"], verified: true } as const satisfies Permission;

/**
 * Every call of the Console, by its name, and who may make it. A call without a row is refused, and does not compile
 * (`trpc/router.ts`). Roles hold at a merchant, at all merchants of a partner, or everywhere; a user who has several may
 * do what any of them may.
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
  "me.verifyWays": everyone,
  "me.startVerifyPasskey": everyone,
  "me.verifyPasskey": everyone,
  "me.verifyApp": everyone,
  "me.startVerifyMail": everyone,
  "me.verifyMail": everyone,
  "overview.figures": everyone,
  "overview.needs": everyone,
  "overview.latest": everyone,
  "payments.list": everyone,
  "payments.choices": everyone,
  "payments.get": everyone,
  "payments.cancel": sales,
  "payments.ofLink": everyone,
  "payments.triesOfLinks": everyone,
  "payments.cancelLink": sales,
  "paymentLinks.list": everyone,
  "paymentLinks.currencies": everyone,
  "paymentLinks.get": everyone,
  "paymentLinks.create": sales,
  "paymentLinks.send": sales,
  "credentials.list": developers,
  "credentials.create": verifiedDevelopers,
  "credentials.limit": verifiedDevelopers,
  "credentials.disable": developers,
  "branding.get": everyone,
  "branding.advise": everyone,
  "branding.set": verifiedAdministrators,
  "branding.removeLogo": verifiedAdministrators,
  "branding.setOrigins": verifiedAdministrators,
  "webhooks.setUrl": verifiedDevelopers,
  "webhooks.endpoints.list": developers,
  "webhooks.endpoints.get": developers,
  "webhooks.endpoints.create": verifiedDevelopers,
  "webhooks.endpoints.edit": verifiedDevelopers,
  "webhooks.endpoints.switch": developers,
  "webhooks.endpoints.rotate": verifiedDevelopers,
  "webhooks.endpoints.prepare": verifiedDevelopers,
  "webhooks.endpoints.activate": verifiedDevelopers,
  "webhooks.endpoints.discard": developers,
  "webhooks.endpoints.revoke": verifiedDevelopers,
  "webhooks.health.list": developers,
  "webhooks.health.failing": everyone,
  "webhooks.health.hold": developers,
  "webhooks.health.resume": developers,
  "webhooks.log.search": developers,
  "webhooks.log.get": developers,
  "webhooks.log.countResend": developers,
  "webhooks.log.resend": developers,
  "webhooks.log.resendAll": developers,
  "webhooks.log.sendTest": developers,
  "webhooks.exam.probe": developers,
  "webhooks.exam.lastProbe": developers,
  "webhooks.exam.start": developers,
  "webhooks.exam.list": developers,
  "accounts.list": everyone,
  "accounts.renew": money,
  "accounts.removeAccess": money,
  "balances.read": everyone,
  "movements.list": everyone,
  "movements.choices": everyone,
  "movements.unplaced": everyone,
  "movements.disagreements": everyone,
  "movements.match": money,
  "movements.dismiss": money,
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
  "developers.calls.search": developers,
  "developers.calls.get": developers,
  "developers.calls.repeat": developers,
  "developers.reference.read": everyone,
  "developers.reference.send": developers,
  "developers.walk.choose": developers,
  "developers.walk.look": developers,
  "developers.walk.answer": developers,
  "developers.events.list": everyone,
  "developers.goLive": everyone,
  "platform.system.read": everyone,
  "platform.system.mails": developers,
  "platform.anomalies.list": everyone,
  "platform.anomalies.resolve": money,
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
  "platform.connections.check": administrators,
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
  "search.find": everyone,
  "audit.list": administrators,
  "audit.choices": administrators,
  "audit.verify": administrators,
  "partnerAudit.list": administrators,
  "partnerAudit.choices": administrators,
  "partnerAudit.verify": administrators,
} as const satisfies Record<string, Permission>;

/** The name of a call, as tRPC says it. */
export type ProcedurePath = keyof typeof PERMISSIONS;

/** The row of a call; null for one that has none. */
export function permissionOf(path: string): Permission | null {
  return Object.hasOwn(PERMISSIONS, path) ? PERMISSIONS[path as ProcedurePath] : null;
}

/** Whether a call asks for a fresher proof of who sits there than this session has. Nothing may be done before it. */
export function needsFreshProof(path: string, session: { verifiedForS: number }): boolean {
  return permissionOf(path)?.verified === true && session.verifiedForS > VERIFIED_FOR_S;
}

/** The calls that somebody with these roles may make. */
export function permittedPaths(roles: readonly string[]): ProcedurePath[] {
  const paths = Object.keys(PERMISSIONS) as ProcedurePath[];
  return paths.filter((path) => PERMISSIONS[path].roles.some((role) => roles.includes(role)));
}
