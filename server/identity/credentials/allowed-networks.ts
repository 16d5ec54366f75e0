import { BlockList, isIP } from "node:net";
import { parseNetwork } from "../../lib/config/env-parsers";
import { type Ctx, noteSubject } from "../../lib/context";
import { AppError, invalidField } from "../../lib/errors";

/** Above the number that a data centre needs. A longer list can be replaced by a proxy with one address. */
const MAX_NETWORKS = 50;

/**
 * Parses networks as users type them (`203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`) into the stored form: CIDR,
 * without duplicates.
 * @throws AppError VALIDATION_ERROR that names the entry
 */
export function parseAllowedNetworks(entries: readonly string[]): string[] {
  const networks = entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (networks.length > MAX_NETWORKS) throw invalidField("allowed_networks", `Enter at most ${MAX_NETWORKS} networks.`);
  return [...new Set(networks.map(cidrOf))];
}

function cidrOf(entry: string): string {
  const network = parseNetwork(entry);
  if (!network || network.port !== null) {
    throw invalidField("allowed_networks", `${entry} is no address or network, such as 203.0.113.7 or 203.0.113.0/24.`);
  }
  if (network.prefix === 0) {
    throw invalidField(
      "allowed_networks",
      `${entry} is every address. Leave the list empty to allow calls from anywhere.`,
    );
  }
  return `${network.address}/${network.prefix}`;
}

/** Parsed lists, cached by their entries: a credential's list is checked at every call and seldom changes. */
const lists = new Map<string, BlockList>();
const MAX_LISTS = 1_000;

function listOf(networks: readonly string[]): BlockList {
  const key = networks.join();
  const known = lists.get(key);
  if (known) return known;
  const made = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    made.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  if (lists.size >= MAX_LISTS) lists.clear();
  lists.set(key, made);
  return made;
}

/** `networks`: CIDR; empty: every address is allowed. An unknown address is in no network. */
function isAllowed(networks: readonly string[], ip: string | null): boolean {
  if (networks.length === 0) return true;
  const version = ip === null ? 0 : isIP(ip);
  return ip !== null && version !== 0 && listOf(networks).check(ip, version === 4 ? "ipv4" : "ipv6");
}

/**
 * Refuses a call from outside the credential's networks. The refusal is in the merchant's request log. `ctx.ip`: the
 * caller's address; behind trusted proxies, the address that they forward.
 * @throws AppError FORBIDDEN that names the caller's address
 */
export function refuseOtherAddresses(
  ctx: Pick<Ctx, "ip" | "subject">,
  { allowedNetworks, merchantId }: { allowedNetworks: readonly string[]; merchantId: string | null },
): void {
  const { ip } = ctx;
  if (isAllowed(allowedNetworks, ip)) return;
  if (merchantId !== null) noteSubject(ctx, { merchantId });
  const advice = "Call from an allowed address, or add this address to the API key in the Console.";
  throw new AppError("FORBIDDEN", {
    message: `This API key cannot be used from ${ip ?? "an unknown address"}. ${advice}`,
    metadata: { reason: "address_not_allowed", ip },
  });
}
