/** Says to the server in which zone its reader is, so that its first view says the same times as the browser. */
export const ZONE_COOKIE = "bankside.zone";
