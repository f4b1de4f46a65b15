import { tmpdir } from "node:os";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { databaseUnavailable } from "./database.ts";
import { watchInstallation } from "../src/start/watch-installation.ts";

test("metrics say which installation this is, without the password of its database", async () => {
  const db = databaseUnavailable();
  const databaseUrl = "postgres://me:secret-word@db.example/mine";
  const watching = watchInstallation({ checks: {}, db, folders: { dataDir: tmpdir() }, databaseUrl, version: "0.1.0" });
  const metric = await register.getSingleMetric("groundcrew_build_info")?.get();
  expect(metric?.values).toMatchObject([
    { value: 1, labels: { version: "0.1.0", data_dir: tmpdir(), database: "db.example:5432/mine" } },
  ]);
  await watching.stop();
  await db.destroy();
});
