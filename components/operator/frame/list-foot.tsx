import Link from "next/link";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";

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
          <Link className={`${ui.button} ${ui.slim}`} href={beginning} rel="first">
            First page
          </Link>
        )}
        {next === null ? null : (
          <Link className={`${ui.button} ${ui.slim}`} href={next} rel="next">
            Next
          </Link>
        )}
      </nav>
    </div>
  );
}
