import { pageSkeleton } from "@/components/ui/skeleton";

const HEADS = ["Customer", "E-mail", "Customer ID", "Last payment"];

export default pageSkeleton("Customers", HEADS, {
  lead: "Everyone who started a payment, by your customer ID or by e-mail",
});
