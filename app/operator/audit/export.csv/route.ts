import { auditCsv } from "../../../console/audit/export-audit";

export const GET = auditCsv("platform");
