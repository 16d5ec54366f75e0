import { AUDIT_HEADS } from "@/components/console/audit/audit-heads";
import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Audit log" />
      <TableSkeleton label="Loading audit log" heads={[...AUDIT_HEADS]} />
    </>
  );
}
