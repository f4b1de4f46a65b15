import type { GroupVariation } from "@groundcrew/shared/error-groups";
import { valuesIn } from "@groundcrew/shared/station-errors";

/** Values that are named; the others are only counted. */
const NAMED = 3;
/** Placeholders that are described, those that vary most first. */
const PLACEHOLDERS_MAX = 10;

type Newest = { fingerprint_id: number; error_message: string; firmware: string | null; software: string | null };

/** What varies among errors: their firmware and software, and what stands at the placeholders of their patterns. */
export function variationsOf(errors: readonly Newest[], patterns: ReadonlyMap<number, string>): GroupVariation[] {
  const about = { fingerprint: null, placeholder: null };
  const versions = [
    { ...about, kind: "firmware" as const, name: "Firmware", found: errors.flatMap(({ firmware }) => firmware ?? []) },
    {
      ...about,
      kind: "software" as const,
      name: "Flight software",
      found: errors.flatMap(({ software }) => software ?? []),
    },
  ];
  const placeholders = [...Map.groupBy(errors, (error) => error.fingerprint_id)].flatMap(([fingerprint, own]) =>
    placeholdersIn(fingerprint, own, patterns.get(fingerprint) ?? ""),
  );
  const counted = placeholders.map(toVariation).toSorted((a, b) => errorsOf(b) - errorsOf(a));
  return [
    ...versions.map(toVariation).filter(({ values }) => values.length > 0),
    ...counted.slice(0, PLACEHOLDERS_MAX),
  ];
}

type Found = Pick<GroupVariation, "kind" | "fingerprint" | "placeholder" | "name"> & { found: string[] };

function placeholdersIn(fingerprint: number, errors: readonly Newest[], pattern: string): Found[] {
  const parts = pattern.split(/<\w+>/);
  const values = errors.map(({ error_message }) => valuesIn(error_message, pattern));
  return parts.slice(0, -1).map((before, placeholder) => ({
    kind: "placeholder",
    fingerprint,
    placeholder,
    name: nameFrom(before),
    found: values.flatMap((own) => own[placeholder] ?? []),
  }));
}

/** The last two words before a placeholder. */
function nameFrom(before: string): string {
  return before.trim().split(/\s+/).slice(-2).join(" ");
}

function toVariation({ found, ...about }: Found): GroupVariation {
  const counts = new Map<string, number>();
  for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].map(([value, errors]) => ({ value, errors })).toSorted((a, b) => b.errors - a.errors);
  const values = sorted.slice(0, NAMED);
  const others = found.length - values.reduce((sum, { errors }) => sum + errors, 0);
  return { ...about, values, others, other_values: sorted.length - values.length };
}

function errorsOf({ values, others }: GroupVariation): number {
  return others + values.reduce((sum, { errors }) => sum + errors, 0);
}
