import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Banks", ["Connection", "Status", "Health", "Standard", "Banks", "Certificate expires"]);
