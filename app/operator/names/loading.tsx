import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Name requests",
  label: "Loading name requests",
  heads: ["Requested", "New name", "Current name", "Requested by", "Actions"],
});
