import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Partners" lead="Looking it up." />
      <TableSkeleton label="Partners: loading" heads={["Name", "Merchants", "People", "Since", "Id"]} />
    </>
  );
}
