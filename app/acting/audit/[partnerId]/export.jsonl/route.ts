import { auditJsonLines } from "../../../../console/audit/export-audit";

export const GET = auditJsonLines("partner");
