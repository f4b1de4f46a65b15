import { BlockList, isIP } from "node:net";

/** Addresses and networks, such as `10.0.0.0/8` and `::1`, and whether an address is among them. */
export function addressList(addresses: readonly string[]): { has: (ip: string) => boolean } {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { has: (ip) => isIP(ip) !== 0 && list.check(ip, familyOf(ip)) };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
