/**
 * The columns of the audit log in order. `widthRem`: including padding; null: the remaining width, at least 12. `drop`:
 * the order in which columns are hidden in a narrow list, 1 first; the breakpoints are in table.module.css.
 */
export const AUDIT_COLUMNS = [
  { head: "Time", widthRem: 4.5 },
  { head: "Who", widthRem: 11 },
  { head: "Action", widthRem: null },
  { head: "Client", widthRem: 10 },
  { head: "IP address", widthRem: 8, drop: 2 },
  { head: "Hash", widthRem: 7, drop: 1 },
] as const;

export const AUDIT_HEADS = AUDIT_COLUMNS.map(({ head }) => head);
