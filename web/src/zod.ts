// Stands in for "zod" in the whole bundle (see vite.config.ts), so that it is set up before any module makes a schema,
// whichever chunk that module ends up in.
import { config } from "zod/v4";

// The content security policy forbids eval: without this, zod probes for it once and the browser reports a violation.
config({ jitless: true });

export * from "zod/v4";
