import { AUDIT_HEADS } from "@/components/console/audit-heads";
import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Audit log" />
      <TableSkeleton label="Loading audit log" heads={[...AUDIT_HEADS]} />
    </>
  );
}
