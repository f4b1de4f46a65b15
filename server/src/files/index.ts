export { diskStore } from "./disk-store.ts";
export { newFileName, type FileStore } from "./file-store.ts";
