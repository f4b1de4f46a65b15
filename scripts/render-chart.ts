import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HELM = fileURLToPath(new URL("../deploy/helm", import.meta.url));

/** Names of the examples of values that the chart is rendered with. */
export const EXAMPLES = ["smallest", "complete"] as const;

/** Path of a rendered example. */
export function renderedPath(example: string): string {
  return join(HELM, "rendered", `${example}.yaml`);
}

/** The first line of a rendered example: the checksum of everything that it was made from. */
export function chartSum(example: string): string {
  const files = [...globSync("groundcrew/**/*.*", { cwd: HELM }).toSorted(), join("examples", `${example}.yaml`)];
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(`${file.replaceAll("\\", "/")}\n`).update(readFileSync(join(HELM, file), "utf8"));
  return `# Written by npm run chart from sha256:${hash.digest("hex")}`;
}

if (import.meta.main) {
  for (const example of EXAMPLES) {
    run(["lint", "--strict", "groundcrew", "--values", `examples/${example}.yaml`]);
    const text = run(["template", "groundcrew", "groundcrew", "--values", `examples/${example}.yaml`]);
    writeFileSync(renderedPath(example), `${chartSum(example)}\n${text}`);
  }
}

/** Runs the `helm` on the PATH. */
function run(parameters: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("helm", parameters, { cwd: HELM, encoding: "utf8" });
  if (status !== 0) throw new Error(error ? "helm (version 3 or later) is needed." : `${stdout}${stderr}`);
  return stdout;
}
