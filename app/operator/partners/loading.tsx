import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Partners",
  label: "Loading partners",
  heads: ["Name", "Merchants", "Members", "Since", "ID"],
});
