import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Reference" lead="Reading the operations." />
      <TableSkeleton label="The operations are loading" heads={["Operation", "Field", "The call"]} />
    </>
  );
}
