import { networkInterfaces } from "node:os";

/** Whether this machine has an IPv6 loopback (`::1`): some containers have none. */
export const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

if (!hasIpv6) console.warn("Left out: what is asked of ::1, because this machine has no such address.");
