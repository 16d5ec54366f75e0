import { FilterTabs } from "../../ui/filter/filter-list";

const TABS = [
  { words: "Accounts", href: "/console/balances" },
  { words: "Transactions", href: "/console/balances/transactions" },
  { words: "Reports", href: "/console/balances/reports" },
] as const;

/** The pages about a merchant's accounts. */
export function BalancesTabs({ here }: { here: (typeof TABS)[number]["words"] }) {
  return <FilterTabs label="Balances" tabs={TABS.map((tab) => ({ ...tab, isHere: tab.words === here }))} />;
}
