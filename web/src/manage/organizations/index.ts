export {
  OrganizationField,
  OrganizationMenu,
  useOrganizationChoices,
  useOrganizationNames,
  useOrganizations,
} from "./organization-picker.tsx";
export { OrganizationsPage } from "./organizations-page.tsx";
