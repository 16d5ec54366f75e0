import { auditCsv } from "../export-audit";

export const GET = auditCsv("merchant");
