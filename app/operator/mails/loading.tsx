import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="E-mails" />
      <TableSkeleton label="Loading e-mails" heads={["Failed", "To", "Subject", "Reason"]} />
    </>
  );
}
