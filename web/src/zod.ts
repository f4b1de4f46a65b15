// Replaces "zod" in the whole bundle (see vite.config.ts), so that this setting applies before any module creates a schema,
// whichever chunk the module is in.
import { config } from "zod/v4";

// The content security policy forbids eval. Without this setting zod tries it once, and the browser reports a violation.
config({ jitless: true });

export * from "zod/v4";
