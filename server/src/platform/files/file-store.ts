import { randomBytes } from "node:crypto";

/** A store for files that are too large for the database. Names are random. */
export type FileStore = {
  /** Stores bytes under a new name. They survive a power cut once it resolves; if it rejects, nothing is left. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes under a name; null when there are none. */
  get(name: string): Promise<Uint8Array | null>;
  /** Rejects with a sentence when the store cannot be used. */
  check(): Promise<void>;
  /** Removes the file of a name, if there is one. */
  remove(name: string): Promise<void>;
};

const NAME = /^[0-9a-f]{32}$/;

/** A new random name. */
export function newFileName(): string {
  return randomBytes(16).toString("hex");
}

/** Throws on a name without the form of `newFileName`, such as a path out of the store. */
export function requireFileName(name: string): void {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file.`);
}
