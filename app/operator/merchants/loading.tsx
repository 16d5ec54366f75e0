import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Merchants",
  label: "Loading merchants",
  heads: ["Name", "Status", "Partner", "Live currencies", "Members", "Last live payment", "ID"],
});
