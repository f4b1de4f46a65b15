import { randomBytes } from "node:crypto";

/** Where files lie that are too large for the database. What a file is called is our own choice and says nothing of it. */
export type FileStore = {
  /** Keeps bytes under a new name. When it is done they survive a power cut; when it fails, nothing of them is left. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes under a name; null when there are none. */
  get(name: string): Promise<Uint8Array | null>;
  /** Fails with a sentence when nothing can be kept or given out right now. */
  check(): Promise<void>;
  /** Forgets what is under a name, if anything. */
  remove(name: string): Promise<void>;
};

const NAME = /^[0-9a-f]{32}$/;

/** A name that no other file has. */
export function newFileName(): string {
  return randomBytes(16).toString("hex");
}

/** Throws on a name that was not made here, such as one that leads out of the store. */
export function requireFileName(name: string): void {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file.`);
}
