import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

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
