import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Exceptions" />
      <TableSkeleton
        label="Loading exceptions"
        heads={["Detected", "Exception", "Amount", "Merchant", "Reference", "Actions"]}
      />
    </>
  );
}
