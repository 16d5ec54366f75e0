import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Merchants" lead="Looking it up." />
      <TableSkeleton
        label="Merchants: loading"
        heads={["Name", "State", "Partner", "Receives live", "People", "Last live payment", "Id"]}
      />
    </>
  );
}
