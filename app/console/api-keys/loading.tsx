import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "API keys",
  label: "Loading API keys",
  heads: ["Name", "Client ID", "Permissions", "Mode", "Last used", "Status"],
});
