import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { productionPackages } from "./production-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const component = z.looseObject({ "bom-ref": z.string(), name: z.string(), version: z.string() });
const bom = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});
const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * The list of everything that a release contains, as CycloneDX. `npm sbom --omit dev` leaves out every package that anything needs for
 * development too, such as zod, so everything is listed first and then limited to what is installed in production.
 */
export function listComponents(): z.infer<typeof bom> {
  const npm = spawnSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) throw new Error(`npm could not list the packages: ${npm.stderr}`);
  const all = bom.parse(JSON.parse(npm.stdout));
  const { name, version, license } = manifest.parse(JSON.parse(readFileSync(`${root}/package.json`, "utf8")));
  const product = all.metadata.component["bom-ref"];
  const installed = new Set(productionPackages().map((each) => `${each.name}@${each.version}`));
  const components = all.components.filter((each) => installed.has(each["bom-ref"]));
  const kept = new Set([product, ...components.map((each) => each["bom-ref"])]);
  return {
    ...all,
    metadata: {
      ...all.metadata,
      component: { "bom-ref": product, type: "application", name, version, licenses: [{ license: { id: license } }] },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

if (import.meta.main) console.log(JSON.stringify(listComponents(), null, 2));
