import { buildWeb } from "../scripts/web-build.ts";

/** Once for all workers, whose systems serve what is built. */
export default (): Promise<void> => buildWeb(console.log);
