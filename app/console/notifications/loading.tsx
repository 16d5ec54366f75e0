import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Notifications", ["About", "When", "E-mail"]);
