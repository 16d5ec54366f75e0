import { AUDIT_HEADS } from "@/components/console/audit/audit-heads";
import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({ title: "Audit log", label: "Loading audit log", heads: AUDIT_HEADS });
