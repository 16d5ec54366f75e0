/** Maximum number of calls in a batch: the server's limit (MAX_BATCH_CALLS of server/lib/bounds.ts). */
export const MAX_BATCH_ITEMS = 20;
