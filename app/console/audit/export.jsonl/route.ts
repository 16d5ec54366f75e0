import { auditJsonLines } from "../export-audit";

export const GET = auditJsonLines("merchant");
