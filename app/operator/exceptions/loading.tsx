import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Exceptions", ["Detected", "Exception", "Amount", "Merchant", "Reference", "Actions"]);
