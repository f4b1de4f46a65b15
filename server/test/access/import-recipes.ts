import type { Recipe } from "./recipe.ts";
import type { Ids } from "./ids.ts";
import { emailOf } from "./people.ts";
import { addImport, TIME } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const ofImport = ({ import: id }: Ids) => ({ params: { import: id } });
const columns = ["Serial Number", "notes"];

/** Recipes for calls about imports, whose files belong to who uploaded them until they are applied. */
export const importRecipes: Readonly<Record<string, Recipe>> = {
  listImports: { requestFor: () => ({}) },
  createImport: {
    requestFor: () => ({ query: { kind: "ssot", file_name: "file.csv" }, bytes: Buffer.from("Serial Number\nA") }),
  },
  getImport: { requestFor: ofImport },
  checkImport: { ready: checked, requestFor: (ids) => ({ ...ofImport(ids), body: { columns, clears: false } }) },
  listImportLines: { requestFor: ofImport },
  downloadImportLines: { requestFor: ofImport },
  downloadImportable: { requestFor: () => ({ query: { kind: "stations" } }) },
  applyImport: { ready: checked, requestFor: (ids) => ({ ...ofImport(ids), body: { note: "As built" } }) },
  undoImport: { ready: applied, requestFor: ofImport },
};

async function checked({ db }: TestServer) {
  const content = Buffer.from("Serial Number,Notes\nNothing,as built\n");
  return { import: await addImport(db, { content, created_by: emailOf("admin") }) };
}

async function applied({ db }: TestServer) {
  return { import: await addImport(db, { applied: new Date().toISOString(), applied_by: TIME }) };
}
