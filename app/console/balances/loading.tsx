import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Balances",
  label: "Loading accounts",
  heads: ["Account", "Balance", "Received today", "Status", "Access"],
});
