import { changeStationTag, newTag, tagEdit, usedTexts, type StationTag } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconArrowMerge, IconTag, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { call } from "../data/api/index.ts";
import { EditDialog, PickerList } from "../kit/index.ts";
import { countText, listText, useForm, type Form } from "../lib/index.ts";
import { OrganizationField } from "../manage/organizations/index.ts";
import { ChoiceField, ConfirmButton, ConfirmDialog, FormDialog, PopoverButton, TextField } from "../ui/index.ts";
import { useNewTag, useTagDeletion, useTagMerge } from "./use-sites.ts";

type TagValues = Record<"org_id" | "name" | "meaning" | "note", string>;

const entered = z.object({ org_id: z.string(), name: z.string(), meaning: z.string(), note: z.string() });
const newTagForm = entered
  .transform(({ org_id, ...fields }): unknown => ({ ...fields, org_id: Number(org_id) }))
  .pipe(newTag);
const tagEditForm = entered
  .transform(({ org_id: _org_id, ...fields }): unknown => ({ ...fields, rev: 0 }))
  .pipe(tagEdit);

function tagValues({ org_id, name, meaning, note }: StationTag): TagValues {
  return { org_id: String(org_id), name, meaning, note };
}

/** Creates a tag of stations. */
export function NewTagDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const form = useForm(newTagForm, { org_id: String(user.org_id), name: "", meaning: "plain", note: "" });
  const onDone = () => {
    form.reset();
    onClose();
  };
  const write = useNewTag({ form, onDone });
  return (
    <FormDialog
      title="New Station Tag"
      icon={IconTag}
      action="Create"
      form={form}
      write={write}
      onSubmit={form.submit((tag) => write.mutate(tag))}
      onClose={onClose}
    >
      {user.can_admin && (
        <OrganizationField
          hint="Tags of your own organization fit any station; only staff see them."
          {...form.choice("org_id")}
        />
      )}
      <Fields form={form} />
    </FormDialog>
  );
}

type EditProps = {
  tag: StationTag;
  /** The others of its organization. */
  others: readonly StationTag[];
  isDeleted: boolean;
  onClose: () => void;
};

/** Changes, merges or deletes a tag of stations. */
export function TagDialog({ tag, others, isDeleted, onClose }: EditProps) {
  const form = useForm(tagEditForm, tagValues(tag));
  const onDone = () => {
    form.reset();
    onClose();
  };
  return (
    <EditDialog
      title={`Edit ${tag.name}`}
      subtitle={tag.organization}
      icon={IconTag}
      buttons={!isDeleted && <Others {...{ tag, others, onDone }} isChanged={form.changed.length > 0} />}
      item={tag}
      noun="this tag"
      gone={isDeleted ? "Someone else has deleted this tag." : null}
      valuesOf={tagValues}
      labelOf={(field) => `the ${field}`}
      form={form}
      save={(body) => call(changeStationTag, { params: { tag: tag.id }, body })}
      savedText={(name) => `Saved the tag ${name}`}
      onClose={onClose}
    >
      <Fields form={form} />
    </EditDialog>
  );
}

type OthersProps = Pick<EditProps, "tag" | "others"> & { isChanged: boolean; onDone: () => void };

/** Other actions on a tag. */
function Others({ tag, others, isChanged, onDone }: OthersProps) {
  const [into, setInto] = useState<StationTag | null>(null);
  const merge = useTagMerge(tag, { onDone });
  const deletion = useTagDeletion(tag, { onDone });
  return (
    <>
      {into && (
        <ConfirmDialog
          title={`Merge ${tag.name} Into ${into.name}?`}
          action="Merge"
          onConfirm={() => {
            merge.mutate(into.id);
            setInto(null);
          }}
          onClose={() => setInto(null)}
        >
          {mergeText(tag, into)}
          {isChanged && " What you entered has not been saved."}
        </ConfirmDialog>
      )}
      {others.length > 0 && (
        <PopoverButton name="Merge Into…" icon={IconArrowMerge} keepsName>
          <PickerList
            label="Tags"
            items={others.map(({ id, name, note }) => ({ id: String(id), label: name, about: note }))}
            type="button"
            isBusy={merge.isPending}
            onChoose={(id) => setInto(others.find((one) => String(one.id) === id) ?? null)}
          />
        </PopoverButton>
      )}
      <ConfirmButton
        label="Delete"
        target={tag.name}
        icon={IconTrash}
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}

/** "6 stations, 2 rules and 1 saved view get “coastal” in place of “beta”, which is deleted." */
function mergeText({ name, stations, ...uses }: StationTag, into: StationTag): string {
  const count = stations + uses.rules + uses.views + uses.wallboards;
  const things = [countText(stations, "station"), ...usedTexts(uses)];
  return `${listText(things)} ${count === 1 ? "gets" : "get"} “${into.name}” in place of “${name}”, which is deleted.`;
}

const meanings = { plain: "Plain", caution: "Caution" } as const;

function Fields({ form }: { form: Form<TagValues> }) {
  return (
    <>
      <TextField
        label="Name"
        hint="a-z, 0-9, -, _ and period"
        aria-required
        maxLength={30}
        autoComplete="off"
        {...form.text("name")}
      />
      <ChoiceField label="Meaning" labels={meanings} {...form.choice("meaning")}>
        {form.values.meaning === "caution" && (
          <p className="caption muted">Shown in lists, and before anything is done with its stations.</p>
        )}
      </ChoiceField>
      <TextField label="Note" maxLength={120} autoComplete="off" {...form.text("note")} />
    </>
  );
}
