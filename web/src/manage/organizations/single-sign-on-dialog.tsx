import type { Organization } from "@groundcrew/shared/organizations";
import type { SingleSignOn } from "@groundcrew/shared/single-sign-on";
import { IconPlugConnected, IconTrash, IconWorldShare } from "@tabler/icons-react";
import { errorSentence } from "../../data/api/index.ts";
import { conflictText, useEdited } from "../../kit/index.ts";
import { useForm, type Form } from "../../lib/index.ts";
import {
  Button,
  CheckField,
  ConfirmButton,
  FormDialog,
  FormText,
  PasswordField,
  TextAreaField,
  TextField,
} from "../../ui/index.ts";
import { signOnForm, signOnValues, type SignOnValues } from "./single-sign-on-form.ts";
import { useSignOnRemoval, useSignOnSave, useSignOnTest } from "./use-single-sign-on.ts";

type DialogProps = {
  organization: Pick<Organization, "id" | "name">;
  /** The single sign-on as it is now; null if there is none. */
  stored: SingleSignOn | null;
  /** The address to which the identity provider sends people back. */
  redirectUri: string;
  onClose: () => void;
};

/** Sets up, changes, tests or removes the single sign-on of an organization. */
export function SingleSignOnDialog({ organization, stored, redirectUri, onClose }: DialogProps) {
  const { id, name } = organization;
  const form = useForm(signOnForm(stored === null), signOnValues(stored, name), {
    draft: `single sign-on ${id}`,
    secret: "client_secret",
  });
  const { before, after, hasConflict, onError } = useEdited(stored, form.changed.length > 0);
  const seen = hasConflict ? after : before;
  const done = () => {
    form.reset();
    onClose();
  };
  const save = useSignOnSave(organization, { form, onDone: done, onError });
  const remove = useSignOnRemoval(organization, done);
  const test = useSignOnTest(id);
  const changes = { by: after?.edited_by ?? null, item: "this single sign-on", labelOf };
  const news = hasConflict ? conflictText({ ...changes, before: partsOf(before), after: partsOf(after) }) : null;
  return (
    <FormDialog
      title="Single Sign-On"
      subtitle={name}
      icon={IconWorldShare}
      action="Save"
      buttons={
        <Button icon={IconPlugConnected} busy={test.isPending} onClick={() => test.mutate(form.values)}>
          Test
        </Button>
      }
      form={form}
      write={{ isPending: save.isPending, error: news === null ? save.error : null }}
      news={news}
      problem={test.data?.problem ?? (test.error && errorSentence(test.error))}
      onSubmit={form.submit((fields) => {
        test.reset();
        save.mutate({ ...fields, rev: seen?.rev ?? null });
      })}
      onClose={onClose}
    >
      <ProviderFields form={form} redirectUri={redirectUri} isNew={stored === null} />
      <PeopleFields form={form} />
      {stored && (
        <div>
          <ConfirmButton
            label="Remove"
            target="single sign-on"
            icon={IconTrash}
            busy={remove.isPending}
            onConfirm={() => remove.mutate(stored.rev)}
          />
        </div>
      )}
    </FormDialog>
  );
}

type FieldsProps = { form: Form<SignOnValues> };
const CODE = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };

/** The identity provider, and this console as its client. */
function ProviderFields({ form, redirectUri, isNew }: FieldsProps & { redirectUri: string; isNew: boolean }) {
  return (
    <>
      <FormText>
        At the identity provider, register a web application with the redirect URI{" "}
        <span className="mono anywhere">{redirectUri}</span>, for logging in and for logging out.
      </FormText>
      <TextField
        label="Name"
        hint={`On the login page: Continue with ${form.values.name}`}
        aria-required
        maxLength={40}
        autoComplete="off"
        {...form.text("name")}
      />
      <TextField
        label="Issuer"
        hint="Such as https://login.harbor.example, as the identity provider names it."
        aria-required
        inputMode="url"
        {...CODE}
        {...form.text("issuer")}
      />
      <div className="grid gap-4 halves one-column-small align-start">
        <TextField label="Client ID" aria-required {...CODE} {...form.text("client_id")} />
        <PasswordField
          label="Client Secret"
          hint={isNew ? undefined : "Leave blank to keep the current one."}
          aria-required={isNew}
          autoComplete="new-password"
          {...form.text("client_secret")}
        />
      </div>
    </>
  );
}

/** Who may log in, and with which rights. */
function PeopleFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        label="Email Domains"
        hint="Such as harbor.example. Only people with such an address are linked to users."
        aria-required
        {...CODE}
        {...form.text("domains")}
      />
      <CheckField
        label="Trust unverified email addresses"
        hint="Needed for Microsoft Entra. Only if people cannot change their own address there."
        {...form.check("trusts_emails")}
      />
      <div className="grid gap-4 halves one-column-small align-start">
        <TextField
          label="Claim for Managers"
          hint="Optional, such as groups. Decides at each login who is a manager."
          {...CODE}
          {...form.text("role_claim")}
        />
        <TextAreaField
          label="Values for Managers"
          hint="One on each line."
          rows={2}
          disabled={form.values.role_claim === ""}
          {...CODE}
          {...form.text("manager_values")}
        />
      </div>
      <CheckField
        label="Create users who have no invitation"
        hint="Then anyone with an address at these domains can log in."
        {...form.check("creates_users")}
      />
      <CheckField label="On" hint="While it is off, people log in with their password." {...form.check("is_on")} />
    </>
  );
}

const LABELS = new Map([
  ["name", "the name"],
  ["issuer", "the issuer"],
  ["client_id", "the client ID"],
  ["domains", "the domains"],
  ["trusts_emails", "which addresses are trusted"],
  ["role_claim", "the claim for managers"],
  ["manager_values", "the values of managers"],
  ["creates_users", "whether users are created"],
  ["is_on", "whether it is on"],
]);

function labelOf(field: string): string {
  return LABELS.get(field) ?? field;
}

/** The fields that others may change while it is edited. */
function partsOf(stored: SingleSignOn | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stored ?? {}).filter(([field]) => LABELS.has(field)));
}
