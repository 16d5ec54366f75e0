import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="People" />
      <TableSkeleton label="Loading people" heads={["Name", "E-mail", "Roles", "Status", "Actions"]} />
    </>
  );
}
