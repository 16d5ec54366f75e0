import { OverviewSkeleton } from "@/components/console/overview/skeleton";

export default function Loading() {
  return <OverviewSkeleton />;
}
