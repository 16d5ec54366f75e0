import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Payment links" lead="Looking up the links." />
      <TableSkeleton
        label="Payment links are loading"
        heads={["Created", "Reference", "Order", "Amount", "Status", "Opened", "Lives until"]}
      />
    </>
  );
}
