import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "People",
  label: "Loading people",
  heads: ["Name", "E-mail", "Roles", "Status", "Actions"],
});
