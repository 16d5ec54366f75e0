import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="People" />
      <TableSkeleton label="Loading people" heads={["Name", "E-mail", "Roles", "Status", "Actions"]} />
    </>
  );
}
