import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

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
