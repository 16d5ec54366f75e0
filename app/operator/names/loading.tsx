import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Names" />
      <TableSkeleton
        label="Loading names"
        heads={["Requested", "New name", "Current name", "Requested by", "Actions"]}
      />
    </>
  );
}
