import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Name requests", ["Requested", "New name", "Current name", "Requested by", "Actions"]);
