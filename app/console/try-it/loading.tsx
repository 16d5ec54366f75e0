import { Heading } from "@/components/ui/heading";

export default function Loading() {
  return (
    <Heading
      title="Try it"
      lead="You are the customer. API calls and webhooks appear as they happen. No real money moves."
    />
  );
}
