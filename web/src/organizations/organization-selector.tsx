import { useState, type KeyboardEvent } from "react";
import { foldText, MINUTE_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { countText } from "../lib/index.ts";
import { SelectField, TextField } from "../ui/index.ts";
import { useQuery } from "@tanstack/react-query";
import { listOrganizations, type Organization } from "@groundcrew/shared/organizations";
import { call, queryKeys } from "../api/index.ts";

type Choice = { orgId: number; onChoose: (orgId: number) => void };

/** Selects the organization whose users and keys are shown. Only admins can select another one. */
export function OrganizationSelector({ user, ...choice }: Choice & { user: SessionUser }) {
  if (user.can_admin) return <AnyOrganization {...choice} />;
  const own = { value: String(user.org_id), label: user.organization };
  return <SelectField label="Organization" options={[own]} value={own.value} disabled onChange={() => {}} />;
}

function AnyOrganization({ orgId, onChoose }: Choice) {
  const { data = [], isPending } = useOrganizations();
  const [search, setSearch] = useState("");
  const found = data.filter(({ name }) => foldText(name).includes(foldText(search.trim())));
  const shown = data.filter((organization) => organization.id === orgId || found.includes(organization));
  const options = shown.map(({ id, name }) => ({ value: String(id), label: name }));

  function handleKey({ key }: KeyboardEvent) {
    if (key === "Enter" && search !== "" && found[0]) onChoose(found[0].id);
  }
  if (data.every(({ id }) => id !== orgId)) {
    options.unshift({ value: String(orgId), label: isPending ? "Loading..." : "Unknown organization" });
  }
  return (
    <>
      <TextField
        label="Find Organization"
        type="search"
        autoComplete="off"
        value={search}
        hint={search === "" ? "Filters the list below." : foundText(found.length)}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={handleKey}
      />
      <SelectField
        label="Organization"
        options={options}
        value={String(orgId)}
        onChange={(value) => onChoose(Number(value))}
      />
    </>
  );
}

function foundText(count: number): string {
  return count === 0
    ? "No organization matches."
    : `${countText(count, "organization")} found. Press Enter to choose the first.`;
}

/** All organizations, by name; only for admins. */
export function useOrganizations({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: queryKeys.organizations.all,
    queryFn: async ({ signal }): Promise<Organization[]> =>
      (await call(listOrganizations, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
