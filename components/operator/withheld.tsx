import { Heading } from "../console/heading";

/** A page that the reader's role does not open. */
export function Withheld({ title }: { title: string }) {
  return (
    <Heading
      title={title}
      lead="Your role at the platform does not open this page. An owner or an admin can change it."
    />
  );
}
