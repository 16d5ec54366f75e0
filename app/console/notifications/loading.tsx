import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Notifications",
  label: "Loading notifications",
  heads: ["About", "When", "E-mail"],
});
