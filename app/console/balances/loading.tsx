import { BalancesTabs } from "@/components/console/balances/balances-tabs";
import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Account", "Balance", "Received today", "Status", "Access"];

export default pageSkeleton("Balances", HEADS, { label: "Loading accounts", tabs: <BalancesTabs here="Accounts" /> });
