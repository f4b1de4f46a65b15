import { expect, test } from "vitest";
import { productionPackages } from "./production-packages.ts";
import { listComponents } from "./sbom.ts";

const { components, dependencies, metadata } = listComponents();

test("the list of components has each package that is installed in production, and no other", () => {
  const packages = productionPackages().filter(({ name }) => !name.startsWith("@groundcrew/"));
  const expected = [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].toSorted();
  expect(expected.length).toBeGreaterThan(100);
  expect(components.map((each) => each["bom-ref"]).toSorted()).toEqual(expected);
  const names = new Set(components.map(({ name }) => name));
  for (const name of ["fastify", "zod", "sharp", "nodemailer", "mqtt"]) expect(names).toContain(name);
  for (const name of ["vitest", "typescript", "vite", "oxlint"]) expect(names).not.toContain(name);
});

test("each component has a licence, a package URL and a checksum", () => {
  const without = components.filter(({ licenses, purl, hashes }) => !licenses || !purl || !hashes);
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("the list describes the product, and every dependency in it is listed", () => {
  expect(metadata.component).toMatchObject({ type: "application", name: "groundcrew" });
  const known = new Set([metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])]);
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => dependsOn.concat(ref)).filter((each) => !known.has(each)),
  ).toEqual([]);
});
