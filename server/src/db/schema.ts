import type { SharedTables } from "./shared-tables.ts";
import type { TenantTables } from "./tenant-tables.ts";

/** All tables, as the migrations create them; a test compares the two. */
export type Database = SharedTables & TenantTables;
