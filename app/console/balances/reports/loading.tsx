import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Reports", ["Month", "Opening", "Payments", "Returned", "Other", "Closing", "Download"]);
