export { accountLink } from "./account-link.ts";
