import type { Command } from "./command";
import { accountCommands } from "./commands/accounts";
import { auditVerifyCommand } from "./commands/audit-verify";
import { connectionCommands } from "./commands/connections";
import { credentialReportLeakCommand } from "./commands/credential-report-leak";
import { credentialCommands } from "./commands/credentials";
import { demoCommand } from "./commands/demo";
import { keyRetireCommand } from "./commands/key-retire";
import { merchantCommands } from "./commands/merchants";
import { migrateCommand } from "./commands/migrate";
import { reconciliationCommands } from "./commands/reconciliation";
import { userCommands } from "./commands/users";
import { endpointCommands } from "./commands/webhook-endpoints";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  demoCommand,
  ...merchantCommands,
  ...credentialCommands,
  credentialReportLeakCommand,
  ...userCommands,
  ...endpointCommands,
  ...accountCommands,
  ...connectionCommands,
  ...reconciliationCommands,
  auditVerifyCommand,
  keyRetireCommand,
  migrateCommand,
];
