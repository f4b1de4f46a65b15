export {
  OrganizationField,
  OrganizationMenu,
  OrganizationSelector,
  useOrganizationChoices,
  useOrganizations,
} from "./organization-picker.tsx";
export { OrganizationsPage } from "./organizations-page.tsx";
