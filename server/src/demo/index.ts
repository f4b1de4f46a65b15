export { demoAccounts, DEMO_PASSWORD } from "./organizations.ts";
export { demoLogins, isDemo } from "./people.ts";
export { seedDemo } from "./seed.ts";
