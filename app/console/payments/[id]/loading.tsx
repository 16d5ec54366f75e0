import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return <TableSkeleton label="Loading payment" heads={["Time", "Event", "By"]} />;
}
