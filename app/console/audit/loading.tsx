import { AUDIT_HEADS } from "@/components/console/audit/audit-heads";
import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton("Audit log", AUDIT_HEADS);
