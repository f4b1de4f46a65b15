import { newTag, type SupportLogTag } from "@groundcrew/shared/support-log";
import { IconPlus } from "@tabler/icons-react";
import { z } from "zod";
import { sentenceOf } from "../../api/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Notice, SelectField, TextField } from "../../ui/index.ts";
import entryStyles from "../entry-form.module.css";
import { useNewTag } from "./use-new-tag.ts";

/** The form's fields are text. An alias has no alert target of its own, because it uses that of its tag. */
const tagForm = z
  .object({ name: z.string(), alert_target: z.string(), alias_for_id: z.string() })
  .transform(({ name, alert_target, alias_for_id }): z.input<typeof newTag> =>
    alias_for_id === ""
      ? { name, alert_target, alias_for_id: null }
      : { name, alert_target: null, alias_for_id: Number(alias_for_id) },
  )
  .pipe(newTag);

/** Creates a tag, or an alias of one. */
export function TagForm({ tags }: { tags: readonly SupportLogTag[] }) {
  const form = useForm(
    tagForm,
    { name: "", alert_target: "", alias_for_id: "" },
    {
      draft: "new tag",
      // A webhook's address is usually all that is needed to post to it, so drafts must not store it.
      secret: "alert_target",
    },
  );
  const create = useNewTag(form);
  const alias = form.choice("alias_for_id");
  const isAlias = alias.value !== "";
  const options = [
    { value: "", label: "– Not an alias –" },
    ...tags.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <form
      className={entryStyles.form}
      aria-label="New Tag"
      noValidate
      onSubmit={form.submit((tag) => create.mutate(tag))}
    >
      <TextField
        label="Tag Name"
        aria-required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text("name")}
      />
      <SelectField label="Alias For" options={options} {...alias} />
      <TextField
        label="Alert Target"
        autoComplete="off"
        spellCheck={false}
        hint={
          isAlias
            ? "An alias alerts the same people as its tag."
            : "An email address or webhook that is notified of new incidents. Without one, the tag alerts nobody. It is not kept when the page is reloaded."
        }
        disabled={isAlias}
        {...form.text("alert_target")}
      />
      {create.error && <Notice tone="danger">{sentenceOf(create.error)}</Notice>}
      <div className={entryStyles.foot}>
        <Button type="submit" tone="main" icon={IconPlus} busy={create.isPending}>
          {isAlias ? "Create Alias" : "Create Tag"}
        </Button>
      </div>
    </form>
  );
}
