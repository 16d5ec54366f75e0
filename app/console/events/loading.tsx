import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Events" lead="Looking for who takes which." />
      <TableSkeleton label="The events are loading" heads={["Event", "Taken by", "Last sent"]} />
    </>
  );
}
