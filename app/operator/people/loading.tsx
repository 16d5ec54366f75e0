import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="People" lead="Looking it up." />
      <TableSkeleton label="People: loading" heads={["Name", "Address", "Roles", "State"]} />
    </>
  );
}
