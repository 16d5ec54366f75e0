import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Banks" lead="Looking it up." />
      <TableSkeleton label="Banks: loading" heads={["Connection", "State", "Health", "Banks", "Certificates"]} />
    </>
  );
}
