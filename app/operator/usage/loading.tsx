import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Merchant", "Last hour", "Busiest minute", "Peak concurrency", "Rate limited", "Limit per minute"];

export default pageSkeleton("API usage", HEADS);
