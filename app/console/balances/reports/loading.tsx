import { BalancesTabs } from "@/components/console/balances/balances-tabs";
import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Month", "Opening", "Payments", "Returned", "Other", "Closing", "Download"];
const LEAD = "Statements for your accountant, by month and by account.";

export default pageSkeleton("Reports", HEADS, { lead: LEAD, tabs: <BalancesTabs here="Reports" /> });
