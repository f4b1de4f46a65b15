import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db/index.ts";
import type { Credential } from "../link/index.ts";

/** Stations that may connect, the same ones that `authenticateStations` accepts. */
const inService: RawBuilder<unknown> = sql`api_password_hash is not null and telemetry_enabled and retired is null`;

/** A value that changes whenever `listCredentials` does. */
export async function credentialsVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(name || ' ' || api_password_hash, ',' order by name), '')) as version
    from stations where ${inService}`.execute(db);
  return rows[0]?.version ?? "";
}

/** Every station that may connect, by name, with its stored secret. */
export async function listCredentials(db: Db): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    select name, api_password_hash as hash from stations where ${inService} order by name`.execute(db);
  return rows;
}
