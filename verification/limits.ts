/**
 * Every limit of a test or a journey is multiplied by this. A person who works sees a hanging test end soon; CI machines
 * share their cores, and a limit there must only end what really hangs.
 */
export const LIMIT_FACTOR = process.env["CI"] ? 4 : 1;
