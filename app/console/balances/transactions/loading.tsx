import { BalancesTabs } from "@/components/console/balances/balances-tabs";
import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Booked", "Amount", "Status", "Description", "Counterparty", "Account"];

export default pageSkeleton("Transactions", HEADS, { tabs: <BalancesTabs here="Transactions" /> });
