import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Balances" />
      <TableSkeleton label="Loading accounts" heads={["Account", "Number", "Balance", "Status", "Access"]} />
    </>
  );
}
