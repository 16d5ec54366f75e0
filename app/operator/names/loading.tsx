import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Names" lead="Looking it up." />
      <TableSkeleton label="Names: loading" heads={["Requested", "New name", "Present name", "Requested by", ""]} />
    </>
  );
}
