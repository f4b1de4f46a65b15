import type { SessionUser } from "@groundcrew/shared/sessions";
import { SelectField } from "../ui/index.ts";
import { useOrganizations } from "./use-organizations.ts";

type Choice = { orgId: number; onChoose: (orgId: number) => void };

/** Whose users and keys are shown. Only admins see those of others. */
export function OrganizationSelector({ user, ...choice }: Choice & { user: SessionUser }) {
  if (user.can_admin) return <AnyOrganization {...choice} />;
  const own = { value: String(user.org_id), label: user.organization };
  return <SelectField label="Organization" options={[own]} value={own.value} disabled onChange={() => {}} />;
}

function AnyOrganization({ orgId, onChoose }: Choice) {
  const { data = [], isPending } = useOrganizations();
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }));
  if (data.every(({ id }) => id !== orgId)) {
    options.unshift({ value: String(orgId), label: isPending ? "Loading..." : "Unknown organization" });
  }
  return (
    <SelectField
      label="Organization"
      options={options}
      value={String(orgId)}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}
