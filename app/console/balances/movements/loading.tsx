import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Movements" lead="Looking up what was booked." />
      <TableSkeleton
        label="Movements are loading"
        heads={["Booked", "Amount", "State", "What for", "Other side", "Account"]}
      />
    </>
  );
}
