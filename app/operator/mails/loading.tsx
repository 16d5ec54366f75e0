import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("E-mails", ["Failed", "To", "Subject", "Reason"]);
