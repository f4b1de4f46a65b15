export { OrganizationSelector } from "./organization-selector.tsx";
export { OrganizationsPage } from "./organizations-page.tsx";
export { useOrganizations } from "./organization-selector.tsx";
