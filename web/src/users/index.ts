export { passwordLink, type PasswordLink } from "./password-link.ts";
