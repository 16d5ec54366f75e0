import { CALL_HEADS } from "@/components/console/developers/calls-table";
import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="API log" lead="Looking through the calls." />
      <TableSkeleton label="Calls are loading" heads={[...CALL_HEADS]} />
    </>
  );
}
