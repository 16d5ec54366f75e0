import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return <TableSkeleton label="The payment is loading" heads={["When", "What happened", "Who"]} />;
}
