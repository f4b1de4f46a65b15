import { listSites, listStationTags } from "@groundcrew/shared/sites";
import { useMemo } from "react";
import { useServerData } from "../data/index.ts";
import { choicesOf, type Choices } from "../kit/index.ts";

/** The sites to choose from: those of one organization, or all that the user may see. */
export function useSiteChoices(orgId?: number): Choices {
  const { data, error } = useServerData(listSites, { query: { ...(orgId !== undefined && { org_id: orgId }) } });
  return useMemo(
    () =>
      choicesOf({ data, error }, (sites) =>
        sites.map(({ id, name, organization }) => ({ id: String(id), label: name, about: organization })),
      ),
    [data, error],
  );
}

/** The name of a site, `none` for null; undefined without one, and until the names are loaded. */
export function useSiteName(id: number | null | undefined): string | undefined {
  const { data } = useServerData(listSites, typeof id === "number" ? { query: {} } : null);
  return id === null ? "none" : data?.find((site) => site.id === id)?.name;
}

/** The names of tags to choose from, once each. */
export function useTagChoices(): Choices {
  const { data, error } = useServerData(listStationTags, { query: {} });
  return useMemo(
    () => choicesOf({ data, error }, (tags) => [...new Set(tags.map(({ name }) => name))].map(choiceOf)),
    [data, error],
  );
}

function choiceOf(name: string) {
  return { id: name, label: name };
}
