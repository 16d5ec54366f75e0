import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading
        title="Go live"
        lead="Each check ticks itself when your server has done it; requests from the Console don’t count."
      />
      <TableSkeleton label="Loading steps" heads={["Status", "Step", "Record"]} />
    </>
  );
}
