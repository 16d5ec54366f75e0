import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Partners" />
      <TableSkeleton label="Loading partners" heads={["Name", "Merchants", "Members", "Since", "ID"]} />
    </>
  );
}
