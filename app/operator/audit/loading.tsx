import { AUDIT_HEADS } from "@/components/console/audit-heads";
import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Audit log" lead="Looking through what was done." />
      <TableSkeleton label="The audit log is loading" heads={[...AUDIT_HEADS]} />
    </>
  );
}
