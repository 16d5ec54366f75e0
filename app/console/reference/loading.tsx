import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Reference" lead="Send any operation from here in test mode. Each request appears in Requests." />
      <TableSkeleton label="Loading operations" heads={["Operation", "Field", "Request"]} />
    </>
  );
}
