import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

const HEADS = ["Merchant", "Last hour", "Busiest minute", "Most at once", "Refused", "Limit a minute"];

export default function Loading() {
  return (
    <>
      <Heading title="API usage" lead="Looking it up." />
      <TableSkeleton label="API usage: loading" heads={HEADS} />
    </>
  );
}
