import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "API usage",
  label: "Loading API usage",
  heads: ["Merchant", "Last hour", "Busiest minute", "Peak concurrency", "Rate limited", "Limit per minute"],
});
