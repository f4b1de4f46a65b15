import {
  createWallboard,
  listWallboards,
  renewWallboard,
  revokeWallboard,
  type NewWallboard,
  type Wallboard,
} from "@groundcrew/shared/wallboards";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import type { FormKey } from "../lib/index.ts";
import { toast } from "../ui/index.ts";

/** The wallboards of an organization, newest first. */
export function useWallboards(orgId: number) {
  return useServerData(listWallboards, { query: { org_id: orgId } });
}

/** Creates a wallboard. Its token is kept only while it is displayed. */
export function useNewWallboard(orgId: number, form: FormKey) {
  return useServerMutation({
    form,
    run: async (body: NewWallboard, once) =>
      (await call(createWallboard, { query: { org_id: orgId }, body }, once)).body,
    gcTime: 0,
  });
}

type Done = { onDone: () => void };

/** Has a wallboard end later. */
export function useRenewal(id: number, { onDone }: Done) {
  return useServerMutation({
    run: async (body: { days: number }) => (await call(renewWallboard, { params: { wallboard: id }, body })).body,
    onSuccess({ name }) {
      toast("success", `Renewed ${name}`);
      onDone();
    },
  });
}

/** Revokes a wallboard. */
export function useRevocation({ id, name }: Wallboard, { onDone }: Done) {
  return useServerMutation({
    run: () => call(revokeWallboard, { params: { wallboard: id } }),
    onSuccess() {
      toast("success", `Revoked ${name}`);
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Revocation failed.")),
  });
}
