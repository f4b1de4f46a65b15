import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

/** The lists of kinds of rules, the example's file for each, and the line that lists it before the end. */
const LISTS = [
  {
    list: "/shared/src/alerts/kinds/index.ts",
    file: "failed-batteries.ts",
    end: "\n] as const;",
    line: "\n  failedBatteries,",
  },
  {
    list: "/web/src/alerts/rules/kinds/index.ts",
    file: "../../../web/test/example-kind/failed-batteries.tsx",
    end: "\n};",
    line: "\n  failed_batteries: failedBatteries,",
  },
];

/** A list of kinds of rules with a line for the example; undefined for other modules. */
export function withExample(code: string, id: string): string | undefined {
  const listed = LISTS.find(({ list }) => id.endsWith(list));
  if (!listed) return undefined;
  const { list, file, end, line } = listed;
  if (code.split(end).length !== 2) throw new Error(`${list} has no list that ends as expected.`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  return `import { failedBatteries } from ${JSON.stringify(path)};\n${code.replace(end, line + end)}`;
}

/** Lists the example of a kind of rule in the modules that Vite transforms. */
export function listExample(): Plugin {
  return { name: "list-example", enforce: "pre", transform: withExample };
}
