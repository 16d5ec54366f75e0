import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Transactions" />
      <TableSkeleton
        label="Loading transactions"
        heads={["Booked", "Amount", "Status", "Description", "Counterparty", "Account"]}
      />
    </>
  );
}
