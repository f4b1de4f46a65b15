import { z } from "zod";

// The page's security policy forbids making code from text. Schemas try it once when they are made, so this comes before any.
z.config({ jitless: true });
