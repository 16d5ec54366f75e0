import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Partners", ["Name", "Merchants", "Members", "Since", "ID"]);
