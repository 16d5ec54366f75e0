import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Team", ["Member", "Role", "Status", "Actions"]);
