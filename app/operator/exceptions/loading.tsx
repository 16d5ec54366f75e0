import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

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
