import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

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
