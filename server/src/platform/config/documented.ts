import type { z } from "zod";
import { settingDocs, type SettingDoc } from "./kinds.ts";
import { settingGroups } from "./settings.ts";

/** Of the output of `--help`. */
const WIDTH = 100;
const INDENT = "      ";

type DocumentedSetting = SettingDoc & { group: string; name: string; without: string };

const defaults = { demo: defaultsOf(settingGroups("demo")), production: defaultsOf(settingGroups("production")) };

/** All settings as described by `--help` and the documentation, in that order. */
export const settings: readonly DocumentedSetting[] = Object.entries(settingGroups("demo")).flatMap(
  ([group, schemas]) => Object.entries(schemas).map(([name, schema]) => describe(name, { group, schema })),
);

/** The settings by group, in the order of the documentation. */
const groupedSettings: ReadonlyMap<string, DocumentedSetting[]> = Map.groupBy(settings, ({ group }) => group);

/** Settings that can also be read from a file, whose path is in `{name}_FILE`. */
export const secretNames: ReadonlySet<string> = new Set(
  settings.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
);

/** The settings tables of the documentation, one per group. */
export function settingsTables(): string {
  const tables = [...groupedSettings].map(([group, members]) =>
    [`**${group}**`, "", "| variable | meaning | default |", "|---|---|---|"].concat(members.map(row), "").join("\n"),
  );
  return tables.join("\n");
}

function row({ name, isSecret, about, without }: DocumentedSetting): string {
  const file = isSecret ? ` or \`${name}_FILE\`` : "";
  return `| \`${name}\`${file} | ${about} | ${without} |`;
}

function describe(name: string, { group, schema }: { group: string; schema: z.ZodType }): DocumentedSetting {
  const doc = settingDocs.get(schema);
  if (!doc) throw new Error(`The setting ${name} has no documentation.`);
  return { ...doc, group, name, without: doc.without ?? defaultText(name, doc.unit) };
}

function defaultText(name: string, unit?: string): string {
  const [demo, production] = [printed(defaults.demo.get(name), unit), printed(defaults.production.get(name), unit)];
  return demo === production ? demo : `${demo} in demo mode, ${production} in production`;
}

function defaultsOf(groups: ReturnType<typeof settingGroups>): Map<string, unknown> {
  const schemas = Object.values(groups).flatMap((group) => Object.entries(group));
  return new Map(schemas.map(([name, schema]) => [name, schema.parse(undefined)]));
}

function printed(value: unknown, unit?: string): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "none";
  if (typeof value === "number") return unit === undefined ? `${value}` : `${value} ${unit}`;
  return typeof value === "string" ? `\`${value}\`` : JSON.stringify(value);
}

/** The output of `--help`: the options, and every setting with its meaning and default. */
export function helpText(product: string): string {
  return [
    `${product}. Started with npm start or groundcrew start; settings are environment variables.`,
    "",
    "Options (after -- with npm start):",
    "  --help             shows this",
    "  --faults {file}    injects the faults in that file into the simulated fleet",
    "  --camera {device}  a camera whose video the simulated stations send",
    ...[...groupedSettings].flatMap(([group, members]) => ["", `${group}:`].concat(members.map(helpLines))),
  ].join("\n");
}

function helpLines({ name, about, without }: DocumentedSetting): string {
  const file = secretNames.has(name) ? ` (or ${name}_FILE: path of a file that holds it)` : "";
  const text = `${about}. Default: ${without}.`.replaceAll("`", "");
  return [`  ${name}${file}`, ...wrapped(text)].join("\n");
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${INDENT}${word}`);
  }
  return lines;
}
