import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Merchant", "Last hour", "Busiest minute", "Peak concurrency", "Rate limited", "Limit per minute"];

export default function Loading() {
  return (
    <>
      <Heading title="API usage" />
      <TableSkeleton label="Loading API usage" heads={HEADS} />
    </>
  );
}
