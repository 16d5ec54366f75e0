import { Link } from "../link";
import s from "../table.module.css";
import ui from "../ui.module.css";

/** The range of rows that a page shows, and the pages beside it. */
export function Pager({
  path,
  page,
  pageSize,
  total,
  words,
}: {
  path: string;
  page: number;
  pageSize: number;
  total: number;
  words: { before: string; after: string };
}) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (total <= pageSize && page === 1) return null;
  const at = (number: number) => (number === 1 ? path : `${path}${path.includes("?") ? "&" : "?"}page=${number}`);
  const linkClass = `${ui.button} ${ui.slim}`;
  return (
    <div className={s.foot}>
      <span>{first > total ? `Page empty, ${total} in total` : `${first}–${last} of ${total}`}</span>
      <nav aria-label="Pages">
        {page > 1 ? (
          <Link className={linkClass} href={at(page - 1)} rel="prev">
            {words.before}
          </Link>
        ) : null}
        {last < total ? (
          <Link className={linkClass} href={at(page + 1)} rel="next">
            {words.after}
          </Link>
        ) : null}
      </nav>
    </div>
  );
}
