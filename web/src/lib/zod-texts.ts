import { config } from "zod";
import en from "zod/v4/locales/en.js";

// Fields show what is wrong with them in zod's own words where their schema has none. Only forms do, so the first page is without these.
config(en());
