import type { BulkAct } from "@groundcrew/shared/bulk-acts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { useServerMutation } from "../data/api/index.ts";
import type { FormKey } from "../lib/index.ts";

export type ActDialogProps = {
  user: SessionUser;
  stations: readonly Station[];
  /** Called with the act once it has begun. */
  onBegun: (act: BulkAct) => void;
  onClose: () => void;
};

type Begin<A> = Pick<ActDialogProps, "onBegun" | "onClose"> & {
  form?: FormKey & { reset: () => void };
  /** Without a form: what names the same entries, which are sent again as the same request after a lost answer. */
  lockName?: (entered: A) => string;
  run: (entered: A, once: { once: string }) => Promise<{ body: BulkAct }>;
};

/** Begins an act, and closes its dialog. */
export function useBegin<A = void>({ form, lockName, run, onBegun, onClose }: Begin<A>) {
  return useServerMutation({
    form,
    ...(lockName && { lockName }),
    run,
    onSuccess({ body }) {
      form?.reset();
      onBegun(body);
      onClose();
    },
  });
}

export const namesOf = (stations: readonly Station[]): string[] => stations.map(({ name }) => name);
