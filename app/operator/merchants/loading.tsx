import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Merchants" />
      <TableSkeleton
        label="Loading merchants"
        heads={["Name", "Status", "Partner", "Live currencies", "Members", "Last live payment", "ID"]}
      />
    </>
  );
}
