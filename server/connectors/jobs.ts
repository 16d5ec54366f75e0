import { type Job, periodicJob } from "../lib/job";
import { reportCertificates } from "./connections/check-connections";

const DAY_MS = 86_400_000;

/** Run at a worker's start, then daily. */
export const connectorJobs: Job[] = [periodicJob("connectors.report_certificates", reportCertificates, DAY_MS)];
