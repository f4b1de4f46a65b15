import { register } from "prom-client";

/** Labels that a time series has, perhaps among others. */
type Labels = Readonly<Record<string, string>>;

/** Reads the metrics of this process as Prometheus does. */
export async function metric(name: string, labels: Labels = {}): Promise<number | null> {
  return valueIn(await register.metrics(), name, labels);
}

/** The sum of the time series in Prometheus's text format that have a name and labels; null when there is none. */
export function valueIn(text: string, name: string, labels: Labels = {}): number | null {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const values = text.split("\n").flatMap((line) => {
    const [, found, list = "", value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    return found === name && wanted.every((label) => list.includes(label)) ? Number(value) : [];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value);
}

/** The names of metrics that a text in Prometheus's format lacks, or that have no series with all of their labels. */
export function missingMetrics(text: string, expected: Readonly<Record<string, readonly string[]>>): string[] {
  const lines = text.split("\n");
  const isThere = (name: string, labels: readonly string[]) =>
    lines.some((line) => /^\w+/.exec(line)?.[0] === name && labels.every((label) => line.includes(`${label}="`)));
  return Object.entries(expected).flatMap(([name, labels]) => (isThere(name, labels) ? [] : [name]));
}
