import { platformAuditRouter } from "../identity/audit-log/audit-router";
import { router } from "../trpc/procedure";
import { accountsRouter } from "./accounts-router";
import { banksRouter, connectionsRouter } from "./banks-router";
import { merchantsRouter, namesRouter, partnersRouter } from "./merchants-router";
import { peopleRouter } from "./people-router";
import { exceptionsRouter, systemRouter } from "./system-router";
import { usageRouter } from "./usage-router";

/** The operator's section. Uses the same use cases as the command line. */
export const platformRouter = router({
  system: systemRouter,
  exceptions: exceptionsRouter,
  merchants: merchantsRouter,
  names: namesRouter,
  usage: usageRouter,
  partners: partnersRouter,
  banks: banksRouter,
  connections: connectionsRouter,
  accounts: accountsRouter,
  people: peopleRouter,
  audit: platformAuditRouter,
});
