import { PAYMENT_HEADS } from "@/components/console/payments/payments-columns";
import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Payments", PAYMENT_HEADS);
