import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The part of the IPv6 internet that is in use; addresses outside, such as `::127.0.0.1`, mean something else. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Looks public but belongs to the host's own side in a large cloud. */
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is on the public internet: not private, loopback or link-local, not internal to a carrier or cloud, and not an IPv6
 * address that embeds an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}
