import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization } from "../../test/stations.ts";
import { providerName } from "./index.ts";

async function marked(db: Parameters<typeof providerName>[0]): Promise<string[]> {
  const query = db.selectFrom("organizations").select("name").where("is_provider", "=", true).orderBy("name");
  return (await query.execute()).map(({ name }) => name);
}

test("the first start selects the provider by its name, and another name changes nothing later", async () => {
  const { db } = await testDatabase();
  await addOrganization(db, "Skyline");
  await addOrganization(db, "Harbor Air");
  expect(await providerName(db, "Skyline")).toBe("Skyline");
  expect(await marked(db)).toEqual(["Skyline"]);
  expect(await providerName(db, "Harbor Air")).toBe("Skyline");
  expect(await providerName(db, "Somebody New")).toBe("Skyline");
  expect(await marked(db)).toEqual(["Skyline"]);
});

test("the provider stays the provider when its name changes", async () => {
  const { db } = await testDatabase();
  await addOrganization(db, "Skyline");
  await providerName(db, "Skyline");
  await db.updateTable("organizations").set({ name: "Skyline Fleet" }).where("name", "=", "Skyline").execute();
  expect(await providerName(db, "Skyline")).toBe("Skyline Fleet");
});

test("until the named organization exists there is no provider, and the name is reserved for it", async () => {
  const { db } = await testDatabase();
  await addOrganization(db, "Harbor Air");
  expect(await providerName(db, "Skyline")).toBe("Skyline");
  expect(await marked(db)).toEqual([]);
});

test("servers that start at once select the same provider", async () => {
  const { db } = await testDatabase();
  await addOrganization(db, "Skyline");
  const names = await Promise.all(Array.from({ length: 5 }, () => providerName(db, "Skyline")));
  expect(names).toEqual(Array(5).fill("Skyline"));
  expect(await marked(db)).toEqual(["Skyline"]);
});
