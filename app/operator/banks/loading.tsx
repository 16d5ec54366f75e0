import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Banks" />
      <TableSkeleton
        label="Loading banks"
        heads={["Connection", "Status", "Health", "Standard", "Banks", "Certificate expires"]}
      />
    </>
  );
}
