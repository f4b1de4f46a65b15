import { promises as dns, type LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/**
 * The addresses of a name; none if it does not exist. Rejects with a sentence when its name servers do not answer. When `signal` aborts, its
 * queries end.
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

type Options = {
  /** Name servers; by default the system's. */
  servers?: readonly string[];
  hostsFile?: string;
  /** The file whose `search`, `domain` and `ndots` complete short names. */
  settingsFile?: string;
  /** How long a name server may take for a query, which is repeated once: both fit in the time that a receiver may take. */
  queryMs?: number;
};

const QUERY_MS = 1_200;
const TRIES = 2;
/** How long a second family of addresses may take after the first, as in RFC 8305. Some name servers never answer about IPv6. */
const OTHER_FAMILY_MS = 300;

/**
 * Resolves names without the system's resolver (getaddrinfo), which runs in few threads that cannot be interrupted: names whose servers do not
 * answer would delay all others. Names in the hosts file and short names work as with it.
 */
export function nameResolver({
  servers,
  hostsFile = "/etc/hosts",
  settingsFile = "/etc/resolv.conf",
  queryMs = QUERY_MS,
}: Options = {}): Resolve {
  return async (host, signal) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const known = isLocalhost(name) ? LOCALHOST : addressesIn(await textOf(hostsFile), name);
    if (known.length > 0) return known;
    let failure: unknown;
    for (const candidate of candidatesOf(host, await textOf(settingsFile))) {
      signal.throwIfAborted();
      const found = await query(candidate, { servers, queryMs, signal }).catch((error: unknown) => {
        failure ??= error;
        return [];
      });
      if (found.length > 0) return found;
    }
    if (failure !== undefined) throw failure;
    return [];
  };
}

const LOCALHOST: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** RFC 6761: these names never leave the machine. */
function isLocalhost(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

/** The addresses of a name in the text of a hosts file. */
function addressesIn(text: string, name: string): LookupAddress[] {
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family > 0 && names.includes(name) ? [{ address, family }] : [];
  });
}

/** The full names that a short name may stand for, in the order in which they are tried (resolv.conf(5)). A name that ends in a dot is complete. */
function candidatesOf(host: string, settings: string): string[] {
  if (host.endsWith(".")) return [host.slice(0, -1)];
  const lines = settings.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
  const domains = lines.findLast(([key]) => key === "search" || key === "domain")?.slice(1) ?? [];
  const options = lines.flatMap(([key, ...values]) => (key === "options" ? values : []));
  const dots = Number(/^ndots:(\d+)$/.exec(options.findLast((option) => option.startsWith("ndots:")) ?? "")?.[1] ?? 1);
  const completed = domains.map((domain) => `${host}.${domain.replace(/^\.|\.$/g, "")}`);
  return host.split(".").length - 1 >= dots ? [host, ...completed] : [...completed, host];
}

/** Without an answer the name may exist; with one of these it does not, or not with this family of addresses. */
const NO_SUCH_NAME = new Set<unknown>(["ENOTFOUND", "ENODATA", "EBADNAME"]);

async function query(
  name: string,
  { servers, queryMs, signal }: { servers: readonly string[] | undefined; queryMs: number; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: queryMs, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  let timer: NodeJS.Timeout | undefined;
  const ask = async (family: 4 | 6): Promise<LookupAddress[]> => {
    const found = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
    timer ??= setTimeout(cancel, OTHER_FAMILY_MS);
    return found.map((address) => ({ address, family }));
  };
  const answers = await Promise.allSettled([ask(4), ask(6)]);
  clearTimeout(timer);
  signal.removeEventListener("abort", cancel);
  signal.throwIfAborted();
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const isUnanswered = answers.some((answer) => answer.status === "rejected" && !NO_SUCH_NAME.has(answer.reason.code));
  if (found.length === 0 && isUnanswered) throw new Error(`The name servers of ${name} do not answer.`);
  return found;
}
