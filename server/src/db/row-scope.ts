import type { Pool, PoolClient } from "pg";

/**
 * What a connection may see of the tables of tenants: PostgreSQL compares each row with this setting (`0040_row_security.sql`). The
 * id of one organization, or one of these two.
 */
export const EVERY_TENANT = "*";
export const NO_TENANT = "";

/** Makes a new connection show what a scope allows. */
export function startIn(scope: typeof EVERY_TENANT | typeof NO_TENANT): string {
  return `set groundcrew.scope to '${scope}';`;
}

/** The organization that each connection last showed. */
const shown = new WeakMap<PoolClient, number>();

/** Takes a connection that shows one organization. Most often its last user asked for the same, and then nothing is sent. */
export async function borrowFor(pool: Pool, orgId: number): Promise<PoolClient> {
  const client = await pool.connect();
  if (shown.get(client) === orgId) return client;
  try {
    shown.delete(client);
    await client.query("select set_config('groundcrew.scope', $1, false)", [String(orgId)]);
    shown.set(client, orgId);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
