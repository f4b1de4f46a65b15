import type { SharedTables } from "./shared-tables.ts";
import type { TenantTables } from "./tenant-tables.ts";

/** All tables as the migrations leave them; a test compares both. */
export type Database = SharedTables & TenantTables;
