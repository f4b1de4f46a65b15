/**
 * Orders versions by their numbers: 1.10 is later than 1.9, and 1.9.0 later than 1.9. A leading word or `v`, letter case and what follows a
 * `+` (the build) decide nothing. What follows the numbers orders equal ones: first pre-releases (`2.0-rc.2`, `2.0b1`, `2.0.dev3`), then the
 * release, then anything else, such as `2.0-hotfix` or `2.0p1`. Numbers in it are compared as numbers.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionOf(a), versionOf(b)];
  return (
    compareLists(left.numbers, right.numbers) || left.stage - right.stage || compareLists(left.suffix, right.suffix)
  );
}

type Version = { numbers: (bigint | string)[]; stage: number; suffix: (bigint | string)[] };

/** The words that begin a pre-release, in their order; the release comes after them. */
const STAGES = [
  ["dev", "nightly", "snapshot"],
  ["alpha", "a"],
  ["beta", "b"],
  ["milestone", "m"],
  ["preview", "pre", "prerelease", "c", "cr", "rc"],
] as const;
const RELEASE = STAGES.length;
/** Words that mean the release itself. */
const RELEASE_WORDS: ReadonlySet<string> = new Set(["final", "ga", "release", "stable"]);

const versions = new Map<string, Version>();
/** A fleet has few versions, and a sort compares each many times. */
const MAX_VERSIONS = 1_000;

function versionOf(text: string): Version {
  const known = versions.get(text);
  if (known) return known;
  const version = readVersion(text);
  if (versions.size >= MAX_VERSIONS) versions.clear();
  versions.set(text, version);
  return version;
}

/** Full-width digits and signs of East Asian keyboards count as their plain forms. */
function readVersion(text: string): Version {
  const plain = text.normalize("NFKC").trim().toLowerCase().replace(/\+.*$/su, "");
  const [, numbers = "", rest = ""] = /^(?:[^\d.]*?(?=\d))?([\d.]*)(.*)$/su.exec(plain) ?? [];
  const suffix = (rest.match(/\d+|\p{L}+/gu) ?? []).map(partOf);
  const [word] = suffix;
  // A number alone: a pre-release of SemVer after a hyphen, otherwise part of a longer version.
  const stage = typeof word === "string" ? stageOf(word) : word === undefined ? RELEASE : RELEASE + 1;
  return {
    numbers: numbers === "" ? [] : numbers.replace(/\.$/, "").split(".").map(numberOf),
    stage,
    suffix: stage === RELEASE ? [] : suffix,
  };
}

function stageOf(word: string): number {
  if (RELEASE_WORDS.has(word)) return RELEASE;
  const stage = STAGES.findIndex((words) => words.some((one) => one === word));
  return stage < 0 ? RELEASE + 1 : stage;
}

function partOf(part: string): bigint | string {
  if (/^\d/.test(part)) return numberOf(part);
  const words = STAGES.find((same) => same.some((word) => word === part));
  return words?.[0] ?? part;
}

/** Of any length: some makers use dates with times. */
function numberOf(digits: string): bigint {
  return BigInt(digits === "" ? 0 : digits);
}

/** Numbers come before words; a list that begins with the other comes after it. */
function compareLists(a: readonly (bigint | string)[], b: readonly (bigint | string)[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [one, other] = [a[index] ?? "", b[index] ?? ""];
    if (one === other) continue;
    if (typeof one !== typeof other) return typeof one === "bigint" ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
