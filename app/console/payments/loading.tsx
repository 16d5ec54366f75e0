import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Payments" lead="Looking through the payments." />
      <TableSkeleton
        label="Payments are loading"
        heads={["Created", "Amount", "Status", "Reference", "Order", "Bank", "Id"]}
      />
    </>
  );
}
