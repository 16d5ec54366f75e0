import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Team" lead="Looking up who works here." />
      <TableSkeleton label="The team is loading" heads={["Person", "Role", "Status", ""]} />
    </>
  );
}
