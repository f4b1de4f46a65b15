import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All of the internet that is in use; what is outside, such as `::127.0.0.1`, means something else. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Looks public and is the host's own side in one of the large clouds. */
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);

/**
 * Whether an IP address belongs to someone on the internet: not private, not this machine, not the link, not a carrier's or
 * cloud's inside, and not an IPv6 address that stands for an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}
