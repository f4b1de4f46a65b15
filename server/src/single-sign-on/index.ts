export { openIdentityProviders, type IdentityProviders } from "./identity-provider.ts";
export { GOOGLE_ISSUER, isManagedBy, type Person } from "./person.ts";
export {
  findSignOnFor,
  findSignOnOf,
  holdSignOn,
  insertSignOn,
  lockSignOn,
  removeSignOn,
  updateSignOn,
  type StoredSignOn,
} from "./queries.ts";
export { TOLERANCE_MS, type OpenIdClient } from "./provider-settings.ts";
export { singleSignOnRoutes } from "./routes.ts";
export { SignOnFailure } from "./sign-on-failure.ts";
