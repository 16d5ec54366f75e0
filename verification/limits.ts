/**
 * Every time limit of a test is multiplied by this. Locally a hanging test ends soon; CI machines share their cores,
 * and a limit there must only end a test that hangs.
 */
export const LIMIT_FACTOR = process.env["CI"] ? 4 : 1;
