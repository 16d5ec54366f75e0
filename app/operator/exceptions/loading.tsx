import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "Exceptions",
  label: "Loading exceptions",
  heads: ["Detected", "Exception", "Amount", "Merchant", "Reference", "Actions"],
});
