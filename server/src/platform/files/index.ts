export { diskStore } from "./disk-store.ts";
export { checkDisk, disks, LEAST_FREE, type Disk, type Folders } from "./disks.ts";
export { newFileName, type FileStore } from "./file-store.ts";
export { s3Store } from "./s3-store.ts";
export { openFiles } from "./open-files.ts";
