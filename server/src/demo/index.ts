export { demoAccounts, DEMO_PASSWORD } from "./organizations.ts";
export { seedDemo } from "./seed.ts";
