export { organizationFor } from "./organization-for.ts";
export { findOrganization, providerName, setInternalPrefix } from "./queries.ts";
export { organizationRoutes, renamedProvider } from "./routes.ts";
export { requiredStepMails, startStepNotices } from "./step-mails.ts";
