import { CALL_HEADS } from "@/components/console/developers/calls-table";
import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Requests" lead="Every API request your servers sent, kept for 30 days. Secrets are redacted." />
      <TableSkeleton label="Loading requests" heads={[...CALL_HEADS]} />
    </>
  );
}
