import ipaddr from "ipaddr.js";

/** The network of an address, as one household or office has it: the first 24 bits of IPv4, 64 of IPv6. */
export function networkOf(ip: string): string {
  // A proxy's header may contain something else than an address.
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  const bits = address.kind() === "ipv4" ? 24 : 64;
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
