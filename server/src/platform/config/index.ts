export { ConfigError, readConfig, type Config } from "./config.ts";
export { settings, settingsTables } from "./documented.ts";
export { helpText } from "./documented.ts";
export { misspelled } from "./misspelled.ts";
export { isLoopback } from "./schemas.ts";
export { secretKey, storedKey, storeKey } from "./secret-key.ts";
