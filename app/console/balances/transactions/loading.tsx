import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Transactions", ["Booked", "Amount", "Status", "Description", "Counterparty", "Account"]);
