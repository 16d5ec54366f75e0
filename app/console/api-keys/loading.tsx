import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("API keys", ["Name", "Client ID", "Permissions", "Mode", "Last used", "Status"]);
