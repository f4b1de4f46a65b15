import { buildWeb } from "../scripts/web-build.ts";

/** Builds the web app once for all workers, whose servers serve it. */
export default (): Promise<void> => buildWeb(console.log);
