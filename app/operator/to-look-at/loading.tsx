import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="To look at" lead="Looking it up." />
      <TableSkeleton label="To look at: loading" heads={["Noted", "Amount", "What", "Merchant", "Reference", "Do"]} />
    </>
  );
}
