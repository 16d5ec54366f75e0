import { PAYMENT_HEADS } from "@/components/console/payments/payments-columns";
import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Payments" />
      <TableSkeleton label="Loading payments" heads={PAYMENT_HEADS} />
    </>
  );
}
