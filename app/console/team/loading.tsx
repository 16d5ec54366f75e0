import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Team" />
      <TableSkeleton label="Loading team" heads={["Member", "Role", "Status", "Actions"]} />
    </>
  );
}
