import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Reference",
  lead: "Send any operation from here in test mode. Each request appears in Requests.",
  label: "Loading operations",
  heads: ["Operation", "Field", "Request"],
});
