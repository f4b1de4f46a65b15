export {
  OrganizationField,
  OrganizationMenu,
  useOrganizationChoices,
  useOrganizationNames,
  useOrganizations,
} from "./organization-picker.tsx";
export { StepRuleLine, usersView } from "./step-rule.tsx";
export { OrganizationsPage } from "./organizations-page.tsx";
