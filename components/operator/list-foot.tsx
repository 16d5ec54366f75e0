import Link from "next/link";
import table from "../console/table.module.css";
import ui from "../console/ui.module.css";

type ListFootProps = {
  /** By what the list goes: "By name". */
  order: string;
  /** Back to where it begins; null: this is it. */
  beginning: string | null;
  /** On to what follows; null: this is the end. */
  next: string | null;
};

/** Where a list goes on that is walked by keys from its beginning. Nothing where all of it is here. */
export function ListFoot({ order, beginning, next }: ListFootProps) {
  if (beginning === null && next === null) return null;
  return (
    <div className={table.foot}>
      <span>{order}</span>
      <nav aria-label="Pages">
        {beginning === null ? null : (
          <Link className={`${ui.button} ${ui.slim}`} href={beginning} rel="first">
            From the beginning
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
