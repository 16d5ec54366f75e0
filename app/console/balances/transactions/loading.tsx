import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Transactions",
  label: "Loading transactions",
  heads: ["Booked", "Amount", "Status", "Description", "Counterparty", "Account"],
});
