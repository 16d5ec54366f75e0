import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Payment links" />
      <TableSkeleton
        label="Loading payment links"
        heads={["Created", "Reference", "Order", "Amount", "Status", "Views", "Expires"]}
      />
    </>
  );
}
