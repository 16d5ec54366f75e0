import { accountsRouter } from "../accounts/router";
import { balancesRouter } from "../balances/router";
import { developersRouter } from "../developer-tools/router";
import { auditRouter, partnerAuditRouter } from "../identity/audit-log/audit-router";
import { PERMISSIONS, type Permission } from "../identity/permissions/permissions";
import { credentialsRouter } from "../identity/router";
import { actingRouter } from "../identity/sessions/acting-router";
import { ownRouter } from "../identity/sessions/own-router";
import { partnerTeamRouter, teamRouter } from "../identity/team/router";
import { businessRouter } from "../merchants/business/router";
import { notificationsRouter } from "../merchants/notifications/router";
import { brandingRouter } from "../merchants/router";
import { platformRouter } from "../operator/router";
import { customersRouter } from "../payments/customers/router";
import { paymentLinksRouter } from "../payments/links/router";
import { overviewRouter } from "../payments/queries/overview-router";
import { searchRouter } from "../payments/queries/search-router";
import { paymentsRouter } from "../payments/router";
import { reportsRouter, transactionsRouter } from "../reconciliation/router";
import { webhooksRouter } from "../webhooks/router";
import { createCallerFactory, router } from "./procedure";

/** Every call of the Console. Each runs a use-case, which the REST API shares where it has the same call. */
export const appRouter = router({
  me: ownRouter,
  overview: overviewRouter,
  payments: paymentsRouter,
  paymentLinks: paymentLinksRouter,
  customers: customersRouter,
  credentials: credentialsRouter,
  business: businessRouter,
  branding: brandingRouter,
  notifications: notificationsRouter,
  webhooks: webhooksRouter,
  accounts: accountsRouter,
  balances: balancesRouter,
  transactions: transactionsRouter,
  reports: reportsRouter,
  acting: actingRouter,
  team: teamRouter,
  partnerTeam: partnerTeamRouter,
  developers: developersRouter,
  platform: platformRouter,
  audit: auditRouter,
  partnerAudit: partnerAuditRouter,
  search: searchRouter,
});

export type AppRouter = typeof appRouter;

type PathsOf<Record, Before extends string = ""> = {
  [Name in keyof Record & string]: Record[Name] extends { _def: { procedure: true } }
    ? `${Before}${Name}`
    : PathsOf<Record[Name], `${Before}${Name}.`>;
}[keyof Record & string];

// A call without a row in the table of permissions doesn't compile. (A row without its call fails a test.)
PERMISSIONS satisfies Record<PathsOf<AppRouter["_def"]["record"]>, Permission>;

/** The same calls from our own server, for first views and for tests. */
export const createConsoleCaller = createCallerFactory(appRouter);
