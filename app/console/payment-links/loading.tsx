import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Payment links", ["Created", "Reference", "Order", "Amount", "Status", "Views", "Expires"]);
