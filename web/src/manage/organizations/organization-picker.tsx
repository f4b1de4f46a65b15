import { listOrganizations } from "@groundcrew/shared/organizations";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconBuilding } from "@tabler/icons-react";
import { useMemo, type ComponentProps } from "react";
import { choicesOf, mapChoices, namedChoices, PickerField, PickerMenu } from "../../kit/index.ts";
import { useServerData } from "../../data/index.ts";

/** All organizations, by name; only for admins. */
export function useOrganizations({ enabled = true }: { enabled?: boolean } = {}) {
  return useServerData(listOrganizations, { query: {} }, { enabled });
}

/** The organizations to choose from: all for admins, the user's own for others. */
export function useOrganizationChoices(user: Pick<SessionUser, "can_admin" | "org_id" | "organization">) {
  const { data, error } = useOrganizations({ enabled: user.can_admin });
  const { can_admin: isAdmin, org_id, organization } = user;
  return useMemo(() => {
    const known = isAdmin ? { data, error } : { data: [{ id: org_id, name: organization }], error: null };
    return choicesOf(known, namedChoices);
  }, [data, error, isAdmin, org_id, organization]);
}

/** The names of organizations by id: all for admins, the user's own for others. */
export function useOrganizationNames(user: SessionUser): ReadonlyMap<number, string> {
  const { data } = useOrganizations({ enabled: user.can_admin });
  return new Map(data?.map(({ id, name }) => [id, name]) ?? [[user.org_id, user.organization]]);
}

const EVERYTHING = { can_admin: true, org_id: 0, organization: "" };

type MenuProps = Pick<ComponentProps<typeof PickerMenu>, "value" | "onChange"> & {
  /** Chooses among the organizations that the user may see: for others than admins. */
  user?: SessionUser;
};

/** The filter by organization in a bar of tools. */
export function OrganizationMenu({ user, ...props }: MenuProps) {
  const items = useOrganizationChoices(user ?? EVERYTHING);
  return <PickerMenu label="Organization" icon={IconBuilding} none="All" items={items} {...props} />;
}

type FieldProps = Omit<ComponentProps<typeof PickerField>, "label" | "items"> & {
  user?: SessionUser;
  /** Organizations that are offered by `none`. */
  without?: string;
};

/** One organization, in a form. */
export function OrganizationField({ user, without, ...props }: FieldProps) {
  const all = useOrganizationChoices(user ?? EVERYTHING);
  const items = useMemo(
    () => mapChoices(all, (organizations) => organizations.filter(({ label }) => label !== without)),
    [all, without],
  );
  const pickedLabel = items === undefined ? "Loading..." : "Unknown organization";
  return <PickerField label="Organization" items={items} pickedLabel={pickedLabel} {...props} />;
}
