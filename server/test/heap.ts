import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes of this process's objects after everything that is not used any more was removed. */
export function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc === "function") gc();
  return process.memoryUsage().heapUsed;
}
