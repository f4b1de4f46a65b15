export { demoAccounts, DEMO_PASSWORD } from "./organizations.ts";
export { isDemo } from "./people.ts";
export { seedDemo } from "./seed.ts";
