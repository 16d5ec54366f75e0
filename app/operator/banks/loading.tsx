import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

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
