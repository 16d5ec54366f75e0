import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Balances" />
      <TableSkeleton label="Loading accounts" heads={["Account", "Number", "Balance", "Status", "Access"]} />
    </>
  );
}
