import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Customers",
  lead: "Everyone who started a payment, by your customer ID or by e-mail",
  label: "Loading customers",
  heads: ["Customer", "E-mail", "Customer ID", "Last payment"],
});
