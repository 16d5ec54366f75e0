import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

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
