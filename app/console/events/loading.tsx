import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Events", ["Event", "Sent to", "Last sent"], { lead: "Ignore types you don’t recognise." });
