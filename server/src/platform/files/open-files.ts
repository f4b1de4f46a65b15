import { join } from "node:path";
import { diskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";
import { s3Store, type S3StoreOptions } from "./s3-store.ts";

/** The folder for images in a data directory. */
export function imageFolder(dataDir: string): string {
  return join(dataDir, "images");
}

/** The configured store: a bucket, or a folder in the data directory. */
export function openFiles({ imageStore, dataDir }: { imageStore: S3StoreOptions | null; dataDir: string }): FileStore {
  return imageStore === null ? diskStore(imageFolder(dataDir)) : s3Store(imageStore);
}
