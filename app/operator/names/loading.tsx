import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Name requests" />
      <TableSkeleton
        label="Loading name requests"
        heads={["Requested", "New name", "Current name", "Requested by", "Actions"]}
      />
    </>
  );
}
