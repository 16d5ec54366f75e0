import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Reports",
  label: "Loading reports",
  heads: ["Month", "Opening", "Payments", "Returned", "Other", "Closing", "Download"],
});
