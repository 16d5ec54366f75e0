import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Mails" lead="Looking it up." />
      <TableSkeleton label="Mails: loading" heads={["Given up", "To", "Subject", "Why"]} />
    </>
  );
}
