import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { randomFrom } from "@groundcrew/simulator/model";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import { mutantsOf, type Mutant } from "./mutants.ts";
import { TARGETS } from "./targets.ts";

/*
 * Changes the code that decides about access, sessions, preconditions and alerts in small ways, one at a time, and runs its tests: they should fail.
 * Prints each mutant that they do not notice, and fails if there are too many. MUTANTS is how many are tried, chosen at random with
 * MUTANT_SEED; with an argument, only those of files whose path contains it.
 *
 * Stryker has more kinds of mutants, but runs tests in a copy of the repository whose node_modules is a link to the original, so that its
 * packages would import each other's unchanged code.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MUTANTS = Number(process.env["MUTANTS"] ?? Infinity);
const SEED = Number(process.env["MUTANT_SEED"] ?? 1);
/** Only mutants of files whose path contains this. */
const PART = process.argv[2] ?? "";
/** The share of mutants that tests have to notice. */
const SCORE = 0.85;
/** A mutant that waits forever is noticed too. */
const LONGEST_MS = 60_000;

/** `promise` is what a mutant breaks that someone has written for it. */
type Chosen = Mutant & { file: string; source: string; promise?: string };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const mutantFile = join(folder, "mutant.json");
  writeFileSync(mutantFile, '{"url":""}');
  process.env["MUTANT_FILE"] = mutantFile;
  const preload = pathToFileURL(join(import.meta.dirname, "replace-source.ts")).href;
  process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --import ${preload}`;
  const vitest = await createVitest("test", {
    root: ROOT,
    watch: false,
    project: ["shared", "server"],
    bail: 1,
    testTimeout: LONGEST_MS,
    reporters: [{}],
  });
  try {
    process.exitCode = (await tryAll(vitest, mutantFile)) ? 0 : 1;
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryAll(vitest: Vitest, mutantFile: string): Promise<boolean> {
  const mutants = chosen();
  let noticed = 0;
  let tried = 0;
  let isBroken = false;
  for (const { file, tests } of TARGETS) {
    const specifications = await specificationsOf(vitest, tests);
    const own = mutants.filter((mutant) => mutant.file === file);
    if (own.length === 0) continue;
    // The same way, with the source as it is.
    writeFileSync(mutantFile, JSON.stringify({ url: urlOf(file), source: own[0]?.source }));
    const failure = await failureOf(vitest, specifications);
    if (failure !== null) throw new Error(`The tests of ${file} fail without a mutant: ${failure}`);
    const before = noticed;
    for (const mutant of own) {
      writeFileSync(mutantFile, JSON.stringify({ url: urlOf(file), source: mutatedSource(mutant) }));
      if ((await failureOf(vitest, specifications)) !== null) noticed += 1;
      else {
        console.log(`not noticed: ${mutant.promise ?? describe(mutant)}`);
        isBroken ||= mutant.promise !== undefined;
      }
    }
    writeFileSync(mutantFile, '{"url":""}');
    tried += own.length;
    console.log(`${file}: ${noticed - before} of ${own.length} noticed`);
  }
  const score = noticed / tried;
  console.log(`figure: ${noticed} of ${tried} mutants were noticed: ${(100 * score).toFixed(1)} % (seed ${SEED})`);
  return score >= SCORE && !isBroken;
}

/** The mutants to try. */
function chosen(): Chosen[] {
  const random = randomFrom(SEED);
  const all = TARGETS.filter(({ file }) => file.includes(PART)).flatMap(({ file }) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return mutantsOf(source).map(({ start, end, text }) => ({
      start,
      end,
      text,
      file,
      source,
      place: random.whole(0, 1_000_000),
    }));
  });
  return [...written(), ...all.toSorted((one, other) => one.place - other.place).slice(0, MUTANTS)];
}

/** The mutants that someone has written, each of which breaks a promise. */
function written(): Chosen[] {
  return TARGETS.filter(({ file }) => file.includes(PART)).flatMap(({ file, broken = [] }) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return broken.map(({ promise, from, to }) => {
      const start = source.indexOf(from);
      if (start < 0) throw new Error(`${file} has no text ${from}`);
      return { start, end: start + from.length, text: to, file, source, promise };
    });
  });
}

function urlOf(file: string): string {
  return pathToFileURL(join(ROOT, file)).href;
}

function mutatedSource({ source, start, end, text }: Chosen): string {
  return source.slice(0, start) + text + source.slice(end);
}

function describe({ file, source, start, end, text }: Chosen): string {
  const line = source.slice(0, start).split("\n").length;
  const shown = (part: string) => part.replaceAll(/\s+/g, " ").slice(0, 100);
  return `${file}:${line} ${shown(source.slice(start, end))} -> ${shown(text)}`;
}

async function specificationsOf(vitest: Vitest, tests: readonly string[]): Promise<TestSpecification[]> {
  const found = await vitest.globTestSpecifications([...tests]);
  return found.toSorted((one, other) => placeOf(tests, one) - placeOf(tests, other));
}

function placeOf(tests: readonly string[], { moduleId }: TestSpecification): number {
  return tests.findIndex((test) => moduleId.endsWith(test));
}

/** How tests fail, null if they pass. One file after the other, so that the slow ones are only run when the fast ones notice nothing. */
async function failureOf(vitest: Vitest, specifications: readonly TestSpecification[]): Promise<string | null> {
  for (const specification of specifications) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    // The result also has the modules of earlier runs.
    const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId);
    if (unhandledErrors.length > 0) return unhandledErrors.map((error) => inspect(error)).join("\n");
    if (module?.state() === "passed") continue;
    const results = [...(module?.children.allTests() ?? [])].map((one) => one.result());
    return [...(module?.errors() ?? []), ...results.flatMap(({ errors }) => errors ?? [])]
      .map(({ message }) => message)
      .join("\n");
  }
  return null;
}

await main();
