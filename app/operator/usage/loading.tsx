import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

const HEADS = ["Merchant", "Last hour", "Busiest minute", "Peak concurrency", "Rate limited", "Limit per minute"];

export default function Loading() {
  return (
    <>
      <Heading title="API usage" />
      <TableSkeleton label="Loading API usage" heads={HEADS} />
    </>
  );
}
