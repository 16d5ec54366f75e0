import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Banks",
  label: "Loading banks",
  heads: ["Connection", "Status", "Health", "Standard", "Banks", "Certificate expires"],
});
