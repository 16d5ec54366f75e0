import { CALL_HEADS } from "@/components/console/developers/calls-table";
import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Requests" lead="Every API request your servers sent, kept for 30 days. Secrets are redacted." />
      <TableSkeleton label="Loading requests" heads={[...CALL_HEADS]} />
    </>
  );
}
