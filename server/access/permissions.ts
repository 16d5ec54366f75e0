import type { UserRole } from "./rules";

/** Who may make a call of the Console, and whether they have to have proved lately who they are (`verified`). */
export type Permission = { roles: readonly UserRole[]; verified?: true };

/** For how long a proof of who sits there is good for a dangerous act: secrets, webhook addresses, members, roles. */
export const VERIFIED_FOR_S = 10 * 60;

const everyone = { roles: ["owner", "admin", "developer", "finance", "viewer"] } as const satisfies Permission;
/** Money and its records: taken, sent back, matched. */
const money = { roles: ["owner", "admin", "developer", "finance"] } as const satisfies Permission;
/** How the merchant's programs meet ours. */
const developers = { roles: ["owner", "admin", "developer"] } as const satisfies Permission;
const verifiedDevelopers = { ...developers, verified: true } as const satisfies Permission;

/**
 * Every call of the Console, by its name, and who may make it. A call without a row is refused, and does not compile
 * (`trpc/router.ts`). Roles hold at a merchant, at all merchants of a partner, or everywhere; a user who has several may
 * do what any of them may.
 */
export const PERMISSIONS = {
  "payments.list": everyone,
  "payments.get": everyone,
  "payments.ofLink": everyone,
  "payments.cancelLink": money,
  "paymentLinks.list": everyone,
  "paymentLinks.get": everyone,
  "paymentLinks.create": money,
  "credentials.list": developers,
  "credentials.create": verifiedDevelopers,
  "credentials.disable": developers,
  "branding.get": everyone,
  "branding.advise": everyone,
  "branding.set": developers,
  "branding.removeLogo": developers,
  "branding.setOrigins": developers,
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
  "accounts.removeAccess": developers,
  "balances.read": everyone,
  "movements.list": everyone,
} as const satisfies Record<string, Permission>;

/** The name of a call, as tRPC says it. */
export type ProcedurePath = keyof typeof PERMISSIONS;

/** The row of a call; null for one that has none. */
export function permissionOf(path: string): Permission | null {
  return Object.hasOwn(PERMISSIONS, path) ? PERMISSIONS[path as ProcedurePath] : null;
}

/** The calls that somebody with these roles may make. */
export function permittedPaths(roles: readonly string[]): ProcedurePath[] {
  const paths = Object.keys(PERMISSIONS) as ProcedurePath[];
  return paths.filter((path) => PERMISSIONS[path].roles.some((role) => roles.includes(role)));
}
