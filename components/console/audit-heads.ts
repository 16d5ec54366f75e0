/** The columns of the audit log, as the loading page shows them too. */
export const AUDIT_HEADS = ["When", "Who", "What", "How", "From", "Hash"] as const;
