import { Heading } from "@/components/console/heading";
import { TableSkeleton } from "@/components/console/skeleton";

export default function Loading() {
  return (
    <>
      <Heading title="API keys" />
      <TableSkeleton
        label="Loading API keys"
        heads={["Name", "Client ID", "Permissions", "Mode", "Last used", "Status"]}
      />
    </>
  );
}
