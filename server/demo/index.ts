export { demoAccounts, DEMO_PASSWORD } from "./organizations.ts";
export { demoLogins } from "./people.ts";
export { seedDemo } from "./seed.ts";
