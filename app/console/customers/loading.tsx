import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Customers" lead="Everyone who started a payment, by your customer ID or by e-mail" />
      <TableSkeleton label="Loading customers" heads={["Customer", "E-mail", "Customer ID", "Last payment"]} />
    </>
  );
}
