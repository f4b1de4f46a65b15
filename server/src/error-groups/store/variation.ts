import type { GroupVariation } from "@groundcrew/shared/error-groups";
import { hardwareVersion } from "@groundcrew/shared/ssot";
import { valuesReader } from "@groundcrew/shared/station-errors";
import type { ErrorSource, NewestErrors } from "../detail-queries.ts";

/** Values that are named; the others are only counted. */
const NAMED = 3;
/** Placeholders that are described, those that vary most first. */
const PLACEHOLDERS_MAX = 10;

type Known = {
  /** The hardware version of stations, as it was entered. */
  hardware: ReadonlyMap<string, string>;
  /** The patterns of fingerprints. */
  patterns: ReadonlyMap<number, string>;
};

/** The differences among errors: firmware, the values at the placeholders of their patterns, software, and the hardware of their stations. */
export function variationsOf({ messages, sources }: NewestErrors, { hardware, patterns }: Known): GroupVariation[] {
  const hardwareOf = new Map([...hardware].map(([station, entered]) => [station, hardwareText(entered)]));
  const version = (
    kind: "firmware" | "software" | "hardware",
    name: string,
    valueOf: (source: ErrorSource) => string | null,
  ) => {
    const counts = countsOf(sources, valueOf);
    return counts.size === 0 ? [] : [toVariation({ kind, name, fingerprint: null, placeholder: null }, counts)];
  };
  const placeholders = [...messages].flatMap(([fingerprint, own]) =>
    placeholdersIn(fingerprint, own, patterns.get(fingerprint) ?? ""),
  );
  return [
    ...version("firmware", "Firmware", ({ firmware }) => firmware),
    ...placeholders.toSorted((a, b) => errorsOf(b) - errorsOf(a)).slice(0, PLACEHOLDERS_MAX),
    ...version("software", "Flight software", ({ software }) => software),
    ...version("hardware", "Hardware version", ({ station_name }) => hardwareOf.get(station_name) ?? null),
  ];
}

/** `v5`; null for an entry without a number. */
function hardwareText(entered: string): string | null {
  const version = hardwareVersion({ production_run_version: entered });
  return version === null ? null : `v${version}`;
}

type Counts = ReadonlyMap<string, number>;

function countsOf(sources: readonly ErrorSource[], valueOf: (source: ErrorSource) => string | null): Counts {
  const counts = new Map<string, number>();
  for (const source of sources) {
    const value = valueOf(source);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + source.errors);
  }
  return counts;
}

function placeholdersIn(fingerprint: number, messages: readonly string[], pattern: string): GroupVariation[] {
  const { names, read } = valuesReader(pattern);
  const counts = names.map(() => new Map<string, number>());
  for (const message of messages) {
    for (const [index, value] of read(message).entries()) {
      counts[index]?.set(value, (counts[index].get(value) ?? 0) + 1);
    }
  }
  return names.map((name, placeholder) =>
    toVariation({ kind: "placeholder", fingerprint, placeholder, name }, counts[placeholder] ?? new Map()),
  );
}

type About = Pick<GroupVariation, "kind" | "fingerprint" | "placeholder" | "name">;

function toVariation(about: About, counts: Counts): GroupVariation {
  const values = mostFrequent(counts);
  const all = [...counts.values()].reduce((sum, errors) => sum + errors, 0);
  const others = all - values.reduce((sum, { errors }) => sum + errors, 0);
  return { ...about, values, others, other_values: counts.size - values.length };
}

/** The most frequent values, without sorting all of them. */
function mostFrequent(counts: Counts): GroupVariation["values"] {
  const most: GroupVariation["values"] = [];
  for (const [value, errors] of counts) {
    const last = most[NAMED - 1];
    if (last !== undefined && errors <= last.errors) continue;
    const place = most.findIndex((one) => one.errors < errors);
    most.splice(place < 0 ? most.length : place, 0, { value, errors });
    most.length = Math.min(most.length, NAMED);
  }
  return most;
}

function errorsOf({ values, others }: GroupVariation): number {
  return others + values.reduce((sum, { errors }) => sum + errors, 0);
}
