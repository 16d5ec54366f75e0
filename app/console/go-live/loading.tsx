import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Go live" lead="Looking for what is proven." />
      <TableSkeleton label="The steps are loading" heads={["State", "Step", "Proof"]} />
    </>
  );
}
