import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Events" lead="Ignore types you don’t recognise." />
      <TableSkeleton label="Loading events" heads={["Event", "Sent to", "Last sent"]} />
    </>
  );
}
