import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Credentials" lead="Looking up the credentials." />
      <TableSkeleton
        label="Credentials are loading"
        heads={["Name", "Client id", "May do", "Works in", "Last used", "Status"]}
      />
    </>
  );
}
