import { z } from "zod";

/** Maximum length of a candidate and of an SDP; a browser's have hundreds and thousands of characters. */
const MAX_CHARACTERS = { candidate: 1_024, sdp: 65_536 } as const;

const token = /[\w!#$%&'*+.^`{|}~-]{1,64}/.source;
/** `candidate-attribute` of RFC 8839, section 5.1, with an optional leading `a=`. */
const CANDIDATE = new RegExp(
  [
    /^(?:a=)?candidate:[A-Za-z\d+/]{1,32} (?<component>\d{1,3}) /.source,
    `${token} `,
    /\d{1,10} (?<address>[\w:.-]{1,255}) (?<port>\d{1,5}) /.source,
    `typ ${token}`,
    /(?: raddr [\w:.-]{1,255})?(?: rport \d{1,5})?/.source,
    /(?: [!-~]{1,64} [!-~]{1,256})*$/.source,
  ].join(""),
);
/** An mDNS host name, which browsers use in place of their own addresses; only machines of the same network can resolve it. */
const MDNS_NAME = /^[\w-]{1,63}\.local$/i;
const MAX_PORT = 65_535;

/** Why a candidate is not forwarded to a station; null when it is. Empty text marks the end of the candidates. */
export function candidateProblem(candidate: string): string | null {
  if (candidate === "") return null;
  const isShort = candidate.length <= MAX_CHARACTERS.candidate;
  const { component, address = "", port } = (isShort ? CANDIDATE.exec(candidate)?.groups : null) ?? {};
  if (component === undefined || Number(component) > 256 || Number(port) > MAX_PORT) {
    return "This is not an ICE candidate as RFC 8839 describes it.";
  }
  return isReachable(address) ? null : "Candidates with this kind of address are not forwarded to stations.";
}

/** A candidate of the browser, checked against the grammar. */
export const iceCandidate = z
  .string()
  .superRefine(refuseWith(candidateProblem))
  .meta({ maxLength: MAX_CHARACTERS.candidate });

/** The name of a media section: a token as in RFC 5888. */
export const sdpMid = z.string().regex(new RegExp(`^${token}$`), "This is not the name of a media section.");

/** An SDP answer: lines of printable text, with candidates that may be forwarded. */
export const sdpText = z
  .string()
  .min(1)
  .max(MAX_CHARACTERS.sdp)
  .superRefine(refuseWith((sdp) => sdpProblem(sdp)));

function sdpProblem(sdp: string): string | null {
  const lines = sdp.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines[0] !== "v=0" || !lines.every((line) => /^[a-z]=[^\p{Cc}]+$/u.test(line))) return "This is not SDP.";
  const candidates = lines.filter((line) => line.startsWith("a=candidate:"));
  return candidates.map((line) => candidateProblem(line)).find((problem) => problem !== null) ?? null;
}

function refuseWith(problemOf: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  };
}

/**
 * Whether an address can be a viewer's. Loopback, link-local and multicast addresses cannot: a station sends packets to each candidate, and
 * a viewer must not use it to reach what only the station can.
 */
function isReachable(address: string): boolean {
  if (z.ipv4().safeParse(address).success) return isReachableIpv4(address.split(".").map(Number));
  if (z.ipv6().safeParse(address).success) return isReachableIpv6(hextets(address));
  return MDNS_NAME.test(address);
}

function isReachableIpv4([first = 0, second = 0]: readonly number[]): boolean {
  const isLinkLocal = first === 169 && second === 254;
  return first > 0 && first !== 127 && first < 224 && !isLinkLocal;
}

function isReachableIpv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, , , fifth = 0, sixth = 0] = groups;
  // `::`, `::1`, and IPv4 addresses in IPv6 form, of which only the mapped form is in use.
  if (first === 0) return isIpv4Mapped(groups) && isReachableIpv4(ipv4At(groups, 6));
  // 6to4 and ISATAP deliver to the embedded IPv4 address.
  if (first === 0x20_02) return isReachableIpv4(ipv4At(groups, 1));
  if ((fifth === 0 || fifth === 0x02_00) && sixth === 0x5e_fe) return false;
  // NAT64 and Teredo: a translated address is never a viewer's own.
  if (first === 0x64 && second === 0xff_9b) return false;
  if (first === 0x20_01 && second === 0) return false;
  const isLinkLocal = first >= 0xfe_80 && first <= 0xfe_bf;
  return !isLinkLocal && first < 0xff_00;
}

function isIpv4Mapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
}

/** The IPv4 address in two groups of an IPv6 address, from `index` on. */
function ipv4At(groups: readonly number[], index: number): number[] {
  const [high = 0, low = 0] = groups.slice(index, index + 2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff];
}

/** The eight groups of an IPv6 address. */
function hextets(address: string): number[] {
  const [head = "", tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, ipv4Groups).split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return groupsOf(head);
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function ipv4Groups(_match: string, ...octets: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
