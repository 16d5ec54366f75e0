import { platformAuditRouter } from "../access/audit-router";
import { router } from "../trpc/procedure";
import { accountsRouter } from "./accounts-router";
import { banksRouter, connectionsRouter } from "./banks-router";
import { merchantsRouter, namesRouter, partnersRouter } from "./merchants-router";
import { peopleRouter } from "./people-router";
import { anomaliesRouter, systemRouter } from "./system-router";
import { usageRouter } from "./usage-router";

/** The operator's section: what the operator's tool does, for people of the platform, by the same use-cases. */
export const platformRouter = router({
  system: systemRouter,
  anomalies: anomaliesRouter,
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
