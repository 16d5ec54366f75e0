import { accessJobs } from "../access/jobs";
import { accountJobs } from "../accounts/jobs";
import { connectorJobs } from "../connectors/jobs";
import { httpJobs } from "../http/jobs";
import type { Job } from "../lib/job";
import { mailJobs } from "../mail/jobs";
import { merchantJobs } from "../merchants/jobs";
import { paymentLinkJobs } from "../payment-links/jobs";
import { paymentJobs } from "../payments/jobs";
import { reconciliationJobs } from "../reconciliation/jobs";
import { examJobs } from "../webhooks/exam/jobs";
import { webhookJobs } from "../webhooks/jobs";

/** Everything that happens without a request: the table of contents. */
export const JOBS: readonly Job[] = [
  ...paymentJobs,
  ...reconciliationJobs,
  ...paymentLinkJobs,
  ...webhookJobs,
  ...examJobs,
  ...mailJobs,
  ...merchantJobs,
  ...accessJobs,
  ...accountJobs,
  ...connectorJobs,
  ...httpJobs,
];
