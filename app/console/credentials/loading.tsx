import { Heading } from "@/components/ui/heading";
import { TableSkeleton } from "@/components/ui/skeleton";

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
