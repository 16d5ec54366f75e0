import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Status", "Step", "Record"];

export default pageSkeleton("Go live", HEADS, {
  lead: "Each step is ticked off automatically once your server has done it. Requests from the Console don’t count.",
  label: "Loading steps",
});
