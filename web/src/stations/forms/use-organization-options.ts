import { useOrganizations } from "../../organizations/index.ts";

/** The organizations to choose from: only `known` until all are loaded, or if they cannot be loaded. */
export function useOrganizationOptions(known: { id: number; name: string }): { value: string; label: string }[] {
  const { data = [] } = useOrganizations();
  const all = data.some(({ id }) => id === known.id) ? data : [known, ...data];
  return all.map(({ id, name }) => ({ value: String(id), label: name }));
}
