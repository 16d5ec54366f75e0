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
import { webhookJobs } from "../webhooks/jobs";
import { receiverTestJobs } from "../webhooks/receiver-test/jobs";

/** All background jobs. */
export const JOBS: readonly Job[] = [
  ...paymentJobs,
  ...reconciliationJobs,
  ...paymentLinkJobs,
  ...webhookJobs,
  ...receiverTestJobs,
  ...mailJobs,
  ...merchantJobs,
  ...accessJobs,
  ...accountJobs,
  ...connectorJobs,
  ...httpJobs,
];
