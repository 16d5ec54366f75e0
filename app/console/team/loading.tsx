import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Team" />
      <TableSkeleton label="Loading team" heads={["Member", "Role", "Status", "Actions"]} />
    </>
  );
}
