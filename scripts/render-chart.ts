import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HELM = fileURLToPath(new URL("../deploy/helm", import.meta.url));

/** Names of the examples of values that the chart is rendered with. */
export const EXAMPLES = ["smallest", "complete", "own-brokers"] as const;

/** Changes of the example own-brokers that the chart refuses, with a part of the sentence that says why. */
const REFUSED = {
  "nats.enabled=false": "need NATS",
  "broker.credentialsClaim=credentials": "leave it empty with broker.own",
  "haproxy.tlsSecret=": "a secret with the certificate that stations trust",
} as const;

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
    const text = run(templateOf(example));
    writeFileSync(renderedPath(example), `${chartSum(example)}\n${text}`);
  }
  for (const [change, sentence] of Object.entries(REFUSED)) {
    const { status, stderr } = helm([...templateOf("own-brokers"), "--set", change]);
    if (status === 0 || !stderr.includes(sentence)) throw new Error(`The chart does not refuse ${change}: ${stderr}`);
  }
}

function templateOf(example: string): string[] {
  return ["template", "groundcrew", "groundcrew", "--values", `examples/${example}.yaml`];
}

/** Runs the `helm` on the PATH. */
function helm(parameters: readonly string[]) {
  return spawnSync("helm", parameters, { cwd: HELM, encoding: "utf8" });
}

/** What `helm` prints; an error if it fails. */
function run(parameters: readonly string[]): string {
  const { status, stdout, stderr, error } = helm(parameters);
  if (status !== 0) throw new Error(error ? "helm (version 3 or later) is needed." : `${stdout}${stderr}`);
  return stdout;
}
