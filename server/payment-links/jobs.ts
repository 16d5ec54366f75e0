import type { Job } from "../lib/job";
import { expireLink, linksToExpire } from "./expire-links";

export const paymentLinkJobs: Job[] = [
  {
    name: "payment_links.expire",
    concurrency: 4,
    claim: async (limit) => (await linksToExpire(limit)).map((id) => () => expireLink(id)),
  },
];
