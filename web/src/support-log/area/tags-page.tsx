import { createSupportLogTag, newTag, type NewTag, type SupportLogTag } from "@groundcrew/shared/support-log";
import { IconPlus, IconTags } from "@tabler/icons-react";
import { z } from "zod";
import { call, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { Loaded } from "../../kit/index.ts";
import { useForm, type SubmittedForm } from "../../lib/index.ts";
import { Address, Button, Card, Cell, Empty, Notice, SelectField, Table, TextField, toast } from "../../ui/index.ts";
import { TagBadge } from "../badges.tsx";
import styles from "./support-log.module.css";
import { useTags } from "../use-log.ts";

const HEAD = [{ label: "Tag" }, { label: "Alerts" }, { label: "Aliases" }];

/** The tags of the support log, and a form for new ones. */
export function TagsPage() {
  const query = useTags();
  const tags = query.data?.filter(({ canonical_id }) => canonical_id === null) ?? [];
  return (
    <div className={`one-column-medium grid gap-4 align-start ${styles.columns}`}>
      <Card title="Manage Tags">
        <Loaded
          query={query}
          content="tags"
          isEmpty={tags.length === 0}
          empty={<Empty icon={IconTags} sentence="There are no tags yet." />}
        >
          {() => (
            <Table label="Tags" head={HEAD} stacks>
              {tags.map((tag) => (
                <TagRow key={tag.id} tag={tag} />
              ))}
            </Table>
          )}
        </Loaded>
      </Card>
      <Card title="New Tag">
        <TagForm tags={tags} />
      </Card>
    </div>
  );
}

function TagRow({ tag }: { tag: SupportLogTag }) {
  return (
    <tr>
      <Cell label="Tag">
        <TagBadge tag={tag} />
      </Cell>
      <Cell label="Alerts">{tag.alert_target === null ? "–" : <Address address={tag.alert_target} />}</Cell>
      <Cell label="Aliases">
        {tag.aliases.length === 0 ? (
          "–"
        ) : (
          <span className="flex wrap gap-1">
            {tag.aliases.map((name) => (
              <TagBadge key={name} tag={{ ...tag, name, alerting: false }} />
            ))}
          </span>
        )}
      </Cell>
    </tr>
  );
}

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
function TagForm({ tags }: { tags: readonly SupportLogTag[] }) {
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
    <form className="column gap-3" aria-label="New Tag" noValidate onSubmit={form.submit((tag) => create.mutate(tag))}>
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
            : "An email address or webhook that is notified of new incidents. Without one, the tag alerts nobody. Reloading the page clears this field."
        }
        disabled={isAlias}
        {...form.text("alert_target")}
      />
      {create.error && <Notice tone="danger">{errorSentence(create.error)}</Notice>}
      <div>
        <Button type="submit" tone="main" icon={IconPlus} busy={create.isPending}>
          {isAlias ? "Create Alias" : "Create Tag"}
        </Button>
      </div>
    </form>
  );
}

/** Creates a tag or an alias, then resets the form. */
function useNewTag(form: SubmittedForm<{ name: string }>) {
  return useServerMutation({
    form,
    run: (body: NewTag, once) => call(createSupportLogTag, { body }, once),
    onSuccess: ({ status }) => {
      toast("success", status === 201 ? "Created new support log tag" : "Created new alias");
      form.reset();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The tag was not created.")),
  });
}
