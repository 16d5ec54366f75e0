import { Heading } from "@/components/console/heading";

export default function Loading() {
  return <Heading title="Play a payment" lead="Looking for who would be told of it." />;
}
