import { LinkButton } from "../../ui/button";
import table from "../../ui/table.module.css";

type ListFootProps = {
  /** The sort order: "By name". */
  order: string;
  /** The address of the first page; null: this is the first page. */
  beginning: string | null;
  /** The address of the next page; null: this is the last page. */
  next: string | null;
};

/** The navigation of a list with keyset pages: first page and next page. Renders nothing for a single page. */
export function ListFoot({ order, beginning, next }: ListFootProps) {
  if (beginning === null && next === null) return null;
  return (
    <div className={table.foot}>
      <span>{order}</span>
      <nav aria-label="Pages">
        {beginning === null ? null : (
          <LinkButton slim href={beginning} rel="first">
            First page
          </LinkButton>
        )}
        {next === null ? null : (
          <LinkButton slim href={next} rel="next">
            Next
          </LinkButton>
        )}
      </nav>
    </div>
  );
}
