import { type Job, periodicJob } from "../../lib/job";
import { endVisits } from "./end-visits";

export const visitorJobs: Job[] = [periodicJob("visitors.end", endVisits)];
