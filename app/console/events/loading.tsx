import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Events",
  lead: "Ignore types you don’t recognise.",
  label: "Loading events",
  heads: ["Event", "Sent to", "Last sent"],
});
