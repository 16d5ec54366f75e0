/**
 * The columns of the audit log in order. `width`: including padding; without one: the remaining width, at least 12rem. `drop`:
 * the order in which columns are hidden in a narrow list, 1 first; the breakpoints are in table.module.css.
 */
export const AUDIT_COLUMNS = [
  { head: "Time", width: "4.5rem" },
  { head: "Who", width: "11rem" },
  { head: "Action" },
  { head: "Client", width: "10rem" },
  { head: "IP address", width: "8rem", drop: 2 },
  { head: "Hash", width: "7rem", drop: 1 },
] as const;

export const AUDIT_HEADS = AUDIT_COLUMNS.map(({ head }) => head);
