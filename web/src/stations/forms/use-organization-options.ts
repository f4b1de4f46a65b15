import { useOrganizations } from "../../organizations/index.ts";

/** Organizations to choose from; at least `known`, until or unless all of them can be loaded. */
export function useOrganizationOptions(known: { id: number; name: string }): { value: string; label: string }[] {
  const { data = [] } = useOrganizations();
  const all = data.some(({ id }) => id === known.id) ? data : [known, ...data];
  return all.map(({ id, name }) => ({ value: String(id), label: name }));
}
