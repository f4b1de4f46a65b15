import { bulkMove } from "@groundcrew/shared/bulk-acts";
import { z } from "zod";
import { call } from "../../data/api/index.ts";
import { useForm } from "../../lib/index.ts";
import { OrganizationField, useOrganizations } from "../../manage/organizations/index.ts";
import { Notice } from "../../ui/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame, Change } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

const moveSchema = z.object({ org_id: z.string().min(1, "Choose an organization.").transform(Number) });

/** Moves stations to an organization. */
export function MoveDialog({ stations, ...props }: ActDialogProps) {
  const form = useForm(moveSchema, { org_id: "" });
  const org_id = Number(form.values.org_id);
  const write = useBegin({
    ...props,
    form,
    run: (entered: { org_id: number }, once) =>
      call(bulkMove, { body: { stations: namesOf(stations), org_id: entered.org_id } }, once),
  });
  const name = useOrganizations().data?.find(({ id }) => id === org_id)?.name;
  return (
    <ActFrame
      act={name === undefined ? null : { kind: "move", org_id }}
      title="Move to an Organization"
      icon={bulkIcons.move}
      action={(count) => `Move ${count}`}
      change={<Change what="Organization" to={name ?? ""} />}
      isConfirmed
      onSubmit={form.submit((entered) => write.mutate(entered))}
      onClose={props.onClose}
      {...{ stations, form, write }}
    >
      <OrganizationField {...form.choice("org_id")} />
      <Notice tone="warning">
        Its users see these stations from then on, and those of the organization before no longer. They leave their
        sites and lose the tags of that organization. Their maintenance, alerts and ignored reasons end for good, also
        if you undo this.
      </Notice>
    </ActFrame>
  );
}
