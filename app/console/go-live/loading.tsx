import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Go live",
  lead: "Each step is ticked off automatically once your server has done it. Requests from the Console don’t count.",
  label: "Loading steps",
  heads: ["Status", "Step", "Record"],
});
