import type { ComponentProps, SubmitEvent } from "react";
import { useServerMutation } from "../data/api/index.ts";
import { FormDialog, toast } from "../ui/index.ts";
import { conflictText, useEdited } from "./conflict.tsx";

type Mutation = Parameters<typeof useServerMutation>[0];

type EditDialogProps<Item, Fields> = Pick<
  ComponentProps<typeof FormDialog>,
  "title" | "subtitle" | "icon" | "size" | "buttons" | "closeLabel" | "children" | "onClose"
> &
  Pick<Mutation, "shows"> & {
    /** The label of the button that saves. */
    action?: string;
    /** The edited object, as it is now, and its name in sentences: `this site`. */
    item: Item;
    noun: string;
    /** Who changed it last, where that is known. */
    changedBy?: (item: Item) => string;
    /** Says that someone else has deleted it; null as long as it exists. */
    gone?: string | null;
    /** The fields that others may change meanwhile, and what people call each of them. */
    valuesOf: (item: Item) => Readonly<Record<string, unknown>>;
    labelOf: (field: string) => string;
    form: {
      changed: readonly string[];
      reset: () => void;
      submit: (onReady: (fields: Fields) => void) => (event: SubmitEvent<HTMLFormElement>) => void;
    };
    save: (fields: Fields & { rev: number }) => Promise<{ body: { name: string } }>;
    /** The text of the toast once it is saved under a name. */
    savedText?: (name: string) => string;
  };

/** A form for something that others may change or delete meanwhile, of which it tells. It closes when it is saved. */
export function EditDialog<Item extends { rev: number; id: unknown }, Fields extends object>(
  props: EditDialogProps<Item, Fields>,
) {
  const { action = "Save", item, noun, changedBy, gone = null, valuesOf, labelOf, form, save, ...rest } = props;
  const { shows, savedText = (name) => `Saved ${name}`, ...dialog } = rest;
  const { before, after, rev, hasConflict, onError } = useEdited(item, form.changed.length > 0);
  const { mutate, isPending, error } = useServerMutation({
    ...(shows && { shows }),
    run: save,
    onSuccess({ body: { name } }) {
      toast("success", savedText(name));
      form.reset();
      dialog.onClose();
    },
    onError,
  });
  const conflict = {
    by: changedBy?.(after) ?? null,
    item: noun,
    before: valuesOf(before),
    after: valuesOf(after),
    labelOf,
  };
  const news = gone ?? (hasConflict ? conflictText(conflict) : null);
  return (
    <FormDialog
      {...dialog}
      action={gone === null ? action : null}
      form={form}
      write={{ isPending, error: news === null ? error : null }}
      news={news}
      onSubmit={form.submit((fields) => mutate({ ...fields, rev }))}
    />
  );
}
