import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Reference" lead="Send any operation from here in test mode. Each request appears in Requests." />
      <TableSkeleton label="Loading operations" heads={["Operation", "Field", "Request"]} />
    </>
  );
}
