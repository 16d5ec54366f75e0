import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({ title: "Team", label: "Loading team", heads: ["Member", "Role", "Status", "Actions"] });
