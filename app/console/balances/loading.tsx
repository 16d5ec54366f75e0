import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Balances" lead="Looking up the accounts." />
      <TableSkeleton label="Accounts are loading" heads={["Account", "Number", "Balance", "State", "Access"]} />
    </>
  );
}
