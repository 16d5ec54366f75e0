import { Heading } from "@/components/console/heading";
import { PAYMENT_HEADS } from "@/components/console/payments-columns";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Payments" />
      <TableSkeleton label="Loading payments" heads={PAYMENT_HEADS} />
    </>
  );
}
