import { CALL_HEADS } from "@/components/console/developers/calls-table";
import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Requests", CALL_HEADS, {
  lead: "Every API request your servers sent, kept for 30 days. Secrets are redacted.",
});
