import { accountJobs } from "../accounts/jobs";
import { connectorJobs } from "../connectors/jobs";
import { visitorJobs } from "../demo/visitors/jobs";
import { httpJobs } from "../http/jobs";
import { identityJobs } from "../identity/jobs";
import type { Job } from "../lib/job";
import { mailJobs } from "../mail/jobs";
import { merchantJobs } from "../merchants/jobs";
import { operatorJobs } from "../operator/jobs";
import { paymentJobs } from "../payments/jobs";
import { paymentLinkJobs } from "../payments/links/jobs";
import { reconciliationJobs } from "../reconciliation/jobs";
import { webhookJobs } from "../webhooks/jobs";
import { receiverTestJobs } from "../webhooks/tools/receiver-test/jobs";

/** All background jobs. */
export const JOBS: readonly Job[] = [
  ...paymentJobs,
  ...reconciliationJobs,
  ...paymentLinkJobs,
  ...webhookJobs,
  ...receiverTestJobs,
  ...mailJobs,
  ...merchantJobs,
  ...identityJobs,
  ...accountJobs,
  ...connectorJobs,
  ...httpJobs,
  ...operatorJobs,
  ...visitorJobs,
];
