import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Partners" />
      <TableSkeleton label="Loading partners" heads={["Name", "Merchants", "Members", "Since", "ID"]} />
    </>
  );
}
