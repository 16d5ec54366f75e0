import type { Job } from "../../lib/job";
import { periodicJob } from "../../lib/periodic-job";
import { endVisits } from "./end-visits";

export const visitorJobs: Job[] = [periodicJob("visitors.end", endVisits)];
