import { Heading } from "../../ui/heading";

/** A page without permission for the user's role. */
export function Withheld({ title }: { title: string }) {
  return (
    <Heading title={title} lead="Your role doesn’t include this page. Ask an owner or admin of this installation." />
  );
}
