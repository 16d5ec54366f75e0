/** Calls that go out together: as many as the server takes (MAX_BATCH_CALLS of server/lib/bounds.ts). */
export const MAX_BATCH_ITEMS = 20;
