import { pageSkeleton } from "@/components/ui/skeleton";

export default pageSkeleton({
  title: "E-mails",
  label: "Loading e-mails",
  heads: ["Failed", "To", "Subject", "Reason"],
});
