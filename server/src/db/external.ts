import { Client } from "pg";
import { connectionOptions } from "./pool.ts";

const OLDEST_MAJOR = 15;

/** Checks that a usable PostgreSQL responds at this address. Otherwise rejects with one sentence that names `setting`. */
export async function checkExternal(url: string, setting: string): Promise<void> {
  const client = new Client(connectionOptions(url));
  // Errors on an open connection are also reported by the query.
  client.on("error", () => {});
  try {
    await client.connect();
    const found = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    const major = Math.floor(Number(found.rows[0]?.version) / 10_000);
    if (major < OLDEST_MAJOR) {
      throw new Error(`it is PostgreSQL ${major}, and Groundcrew needs ${OLDEST_MAJOR} or newer`);
    }
  } catch (error) {
    throw new Error(`The database at ${place(url)} (${setting}) cannot be used: ${reason(error)}.`, { cause: error });
  } finally {
    await client.end();
  }
}

/** The address without its password. */
function place(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || "5432"}${pathname}`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sentence = "code" in error && typeof error.code === "string" ? REASONS[error.code] : undefined;
  // When several addresses of a host name fail together, the message of the error is empty.
  const text = error instanceof AggregateError ? String(error.errors[0]?.message) : error.message;
  return sentence ?? text.replace(/\.$/, "");
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no host of that name",
  "28P01": "it refuses the password",
  "28000": "it refuses this user",
  "3D000": "it has no database of that name",
};
