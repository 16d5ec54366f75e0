/** The user's zone, for the server, so that the first view has the same times as the browser. */
export const ZONE_COOKIE = "bankside.zone";
