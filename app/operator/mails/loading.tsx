import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="E-mails" />
      <TableSkeleton label="Loading e-mails" heads={["Failed", "To", "Subject", "Reason"]} />
    </>
  );
}
