import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("People", ["Name", "E-mail", "Roles", "Status", "Actions"]);
