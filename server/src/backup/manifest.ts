import { z } from "zod";

/** The contents of a backup. Stored in it as `manifest.json`, after everything that it describes. */
export const manifest = z.object({
  format: z.literal(1),
  /** Version of the program that made it. */
  version: z.string(),
  /** When the snapshot of the database was taken, by the database's clock: all that was committed before is in the backup. */
  taken: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  images: z.object({
    stored: z.number(),
    /** Names of images that the console shows and the store no longer had. */
    missing: z.array(z.string()),
  }),
  /** SHA-256 of the server's secret key, and whether the key itself is in the backup. */
  key: z.object({ sha256: z.string(), is_included: z.boolean() }),
  /** Every other file in the backup. */
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

export const MANIFEST = "manifest.json";
/** SHA-256 of the manifest, the last file in a backup. */
export const MANIFEST_SUM = "manifest.sha256";
export const SECRET_KEY = "keys/secret-key";
