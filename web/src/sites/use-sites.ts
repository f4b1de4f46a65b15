import {
  createSites,
  createStationTag,
  deleteSite,
  deleteStationTag,
  ignoreSiteSuggestion,
  mergeStationTag,
  newSite,
  type NewSite,
  type NewTag,
  type SiteRecord,
  type SiteSuggestion,
  type TagRecord,
} from "@groundcrew/shared/sites";
import { call, CallFailure, failedWrite, useServerMutation } from "../data/api/index.ts";
import type { FormKey } from "../lib/index.ts";
import { toast } from "../ui/index.ts";

type Done = { onDone: () => void };

type Creating = Done & {
  form?: FormKey;
  /** They cannot be created as they are, for example because a name is taken. */
  onConflict?: () => void;
};

/** Creates sites. */
export function useNewSites({ onDone, form, onConflict }: Creating) {
  return useServerMutation({
    ...(form && { form }),
    run: async (sites: NewSite[], once) => (await call(createSites, { body: { sites } }, once)).body,
    onSuccess(created) {
      const [first] = created;
      toast("success", created.length === 1 && first ? `Created ${first.name}` : `Created ${created.length} sites`);
      onDone();
    },
    ...(!form && {
      onError(error: Error) {
        toast("danger", ...failedWrite(error, "Creating sites failed."));
        if (error instanceof CallFailure && error.status === 409) onConflict?.();
      },
    }),
  });
}

/** A suggestion as the site that it suggests. */
export function suggestedSite({ org_id, name, lat, lng, time_zone, stations }: SiteSuggestion): NewSite {
  return newSite.parse({ org_id, name, lat, lng, time_zone, stations: stations.map((station) => station.name) });
}

export function useSiteDeletion({ id, name }: SiteRecord, { onDone }: Done) {
  return useServerMutation({
    run: () => call(deleteSite, { params: { site: id } }),
    onSuccess() {
      toast("success", `Deleted ${name}`);
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Deletion failed.")),
  });
}

/** No longer suggests a site. */
export function useIgnored() {
  return useServerMutation({
    run: ({ stations }: SiteSuggestion) =>
      call(ignoreSiteSuggestion, { body: { stations: stations.map(({ name }) => name) } }),
    onError: (error) => toast("danger", ...failedWrite(error, "Ignoring failed.")),
  });
}

export function useNewTag({ onDone, form }: Done & { form?: FormKey }) {
  return useServerMutation({
    ...(form && { form }),
    run: async (body: NewTag, once) => (await call(createStationTag, { body }, once)).body,
    onSuccess({ name }) {
      toast("success", `Created the tag ${name}`);
      onDone();
    },
    ...(!form && { onError: (error: Error) => toast("danger", ...failedWrite(error, "Creating the tag failed.")) }),
  });
}

export function useTagMerge({ id, name, rev }: TagRecord, { onDone }: Done) {
  return useServerMutation({
    run: async (into: number) => (await call(mergeStationTag, { params: { tag: id }, body: { into, rev } })).body,
    onSuccess(into) {
      toast("success", `Merged ${name} into ${into.name}`);
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Merging failed.")),
  });
}

export function useTagDeletion({ id, name }: TagRecord, { onDone }: Done) {
  return useServerMutation({
    run: () => call(deleteStationTag, { params: { tag: id } }),
    onSuccess() {
      toast("success", `Deleted the tag ${name}`);
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Deletion failed.")),
  });
}
