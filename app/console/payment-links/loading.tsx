import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Payment links",
  label: "Loading payment links",
  heads: ["Created", "Reference", "Order", "Amount", "Status", "Views", "Expires"],
});
