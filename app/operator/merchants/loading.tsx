import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Name", "Status", "Partner", "Live currencies", "Members", "Last live payment", "ID"];

export default pageSkeleton("Merchants", HEADS);
