import { groupedSettings, secretNames, type DocumentedSetting } from "./documented.ts";

const WIDTH = 100;
const INDENT = "      ";

/** The output of `--help`: the options, and every setting with its meaning and default. */
export function helpText(product: string): string {
  return [
    `${product}. Started with npm start; settings are environment variables.`,
    "",
    "Options (after --):",
    "  --help             shows this",
    "  --faults {file}    lets the faults of that file happen to the simulated fleet",
    "  --camera {device}  a camera of this machine that simulated stations show",
    ...[...groupedSettings].flatMap(([group, members]) => ["", `${group}:`].concat(members.map(describe))),
  ].join("\n");
}

function describe({ name, about, without }: DocumentedSetting): string {
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
