import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="Notifications" />
      <TableSkeleton label="Loading notifications" heads={["About", "When", "E-mail"]} />
    </>
  );
}
