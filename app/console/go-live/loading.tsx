import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading
        title="Go live"
        lead="Each step is ticked off automatically once your server has done it. Requests from the Console don’t count."
      />
      <TableSkeleton label="Loading steps" heads={["Status", "Step", "Record"]} />
    </>
  );
}
