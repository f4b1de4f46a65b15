import {
  getErrorGroup,
  getGroupFirmwares,
  unarchiveErrorGroups,
  type ErrorGroup,
} from "@groundcrew/shared/error-groups";
import { call, CallFailure, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { countText, type FormKey } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";

type GroupChange<R, A> = {
  form?: FormKey;
  run: (input: A, once: { once: string }) => Promise<R>;
  onDone: (result: R) => void;
};

/**
 * Changes groups. When it fails because someone else has changed them, `reload` drops
 * the failure, so that the groups can be changed as they are now.
 */
export function useGroupChange<R, A>({ form, run, onDone }: GroupChange<R, A>) {
  const change = useServerMutation<R, A>({
    form,
    run,
    onSuccess: onDone,
  });
  const isOutdated = change.error instanceof CallFailure && change.error.status === 412;
  return { ...change, reload: isOutdated ? change.reset : undefined };
}

type NewestGroups = {
  groups: readonly ErrorGroup[];
  /** Why nothing is left to do about the only group; null while there is. */
  closed: string | null;
};

/** A single group as it is now, also after it has left the list; several as they are listed. */
export function useNewestGroups(listed: readonly ErrorGroup[]): NewestGroups {
  const [first, ...others] = listed;
  const { data } = useGroupDetails(others.length === 0 ? first?.id : undefined);
  if (!first || others.length > 0) return { groups: listed, closed: null };
  if (!data || data.rev < first.rev) return { groups: listed, closed: closedText(first, null) };
  return { groups: [data], closed: closedText(data, data.merged_into) };
}

function closedText({ state, resolution }: ErrorGroup, mergedInto: number | null): string | null {
  if (mergedInto !== null) return `This group was merged into Group ${mergedInto}.`;
  if (state !== "resolved") return null;
  if (resolution === null) return "This group is resolved.";
  return `${resolution.by} has resolved this group: “${resolution.solution}”.`;
}

/** The groups of a call, with the revisions that the user has seen. */
export function seen(groups: readonly ErrorGroup[]): { id: number; rev: number }[] {
  return groups.map(({ id, rev }) => ({ id, rev }));
}

/** Returns archived groups to the open ones. */
export function useUnarchive(onDone: () => void) {
  return useServerMutation({
    run: async (groups: readonly ErrorGroup[], once) => {
      await call(unarchiveErrorGroups, { body: { groups: seen(groups) } }, once);
      return groups;
    },
    onSuccess: (groups) => {
      toast("success", `Unarchived ${groupsText(groups)}`);
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The groups were not unarchived.")),
  });
}

/** `Group 118`, or `3 groups`. */
export function groupsText(groups: readonly Pick<ErrorGroup, "id">[]): string {
  const [only] = groups;
  return groups.length === 1 && only ? `Group ${only.id}` : countText(groups.length, "group");
}

/** The firmware at the stations of a group's types, newest first. */
export function useFirmwares(id: number | undefined) {
  return useServerData(getGroupFirmwares, id === undefined ? null : { params: { group: id }, query: {} });
}

/** A group with what its page shows. */
export function useGroupDetails(id: number | undefined) {
  return useServerData(getErrorGroup, id === undefined ? null : { params: { group: id }, query: {} });
}
