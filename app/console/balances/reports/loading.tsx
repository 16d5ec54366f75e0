import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Reports" />
      <TableSkeleton
        label="Loading reports"
        heads={["Month", "Opening", "Payments", "Returned", "Other", "Closing", "Download"]}
      />
    </>
  );
}
