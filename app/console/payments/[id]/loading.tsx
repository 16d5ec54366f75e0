import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return <TableSkeleton label="Loading payment" heads={["Time", "Event", "By"]} />;
}
