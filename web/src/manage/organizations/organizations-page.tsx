import { useState, type ReactNode } from "react";
import {
  createOrganization,
  listOrganizations,
  newOrganization,
  type Organization,
} from "@groundcrew/shared/organizations";
import { IconPlus, IconWorldShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { call, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { Loaded } from "../../kit/index.ts";
import { countText, useForm, wholeNumber } from "../../lib/index.ts";
import {
  Button,
  Card,
  Cell,
  lazyDialog,
  LineForm,
  SearchBox,
  Table,
  toast,
  useTableView,
  type TableColumn,
} from "../../ui/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { StepRuleDialog, stepRuleText, usersView } from "./step-rule.tsx";
import { useSingleSignOn } from "./use-single-sign-on.ts";

const SingleSignOnDialog = lazyDialog(async () => (await import("./single-sign-on-dialog.tsx")).SingleSignOnDialog);

const COLUMNS: TableColumn<Organization>[] = [
  { label: "Name", sortBy: ({ name }) => name },
  { label: "Stations", isNumber: true, sortBy: ({ station_quantity }) => station_quantity ?? null },
  { label: "Second Step", sortBy: ({ second_step_from }) => second_step_from ?? null },
  { label: "Single Sign-On" },
];

/** All organizations, and a form to add one. For admins. */
export function OrganizationsPage() {
  const query = useServerData(listOrganizations, {
    query: { include_station_quantity: true, include_users_without: true },
  });
  const { data } = query;
  const { data: signOn } = useSingleSignOn();
  const [opened, setOpened] = useState<Organization | null>(null);
  const signOnOf = (orgId: number) => signOn?.organizations.find(({ org_id }) => org_id === orgId) ?? null;
  const { rows, search, sorting } = useTableView(data, { columns: COLUMNS, textOf: ({ name }) => name });
  return (
    <Card title="Organizations" aside={data && <SearchBox placeholder="Search organizations" {...search} />}>
      <CreationForm />
      <Loaded query={query} content="organizations">
        {() => (
          <Table label="Organizations" head={COLUMNS} sorting={sorting} stacks>
            {rows.map((organization) => (
              <OrganizationRow key={organization.id} organization={organization}>
                {signOn && (
                  <SignOnButton
                    organization={organization.name}
                    stored={signOnOf(organization.id)}
                    onOpen={() => setOpened(organization)}
                  />
                )}
              </OrganizationRow>
            ))}
          </Table>
        )}
      </Loaded>
      {signOn && opened && (
        <SingleSignOnDialog
          organization={opened}
          stored={signOnOf(opened.id)}
          redirectUri={signOn.redirect_uri}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

type RowProps = { organization: Organization; children: ReactNode };

/** A row whose last cell has `children`. */
function OrganizationRow({ organization, children }: RowProps) {
  const { id, name, station_quantity, second_step_from: from = null, users_without = 0 } = organization;
  const [isOpen, setOpen] = useState(false);
  return (
    <tr>
      <Cell>{name}</Cell>
      <Cell label="Stations" isNumber>
        {station_quantity === undefined ? "–" : wholeNumber(station_quantity)}
      </Cell>
      <Cell label="Second Step">
        <span className="row wrap gap-2-4 justify-between">
          <span className="full-width-tiny">
            {stepRuleText(from, useServerNow())}
            {users_without > 0 && (
              <Link
                className="block caption"
                to="/manage/users"
                search={usersView.write({ without: true }, { org_id: id })}
              >
                {`${countText(users_without, "user")} ${users_without === 1 ? "has" : "have"} none`}
              </Link>
            )}
          </span>
          <Button aria-label={`Change the second step of ${name}`} onClick={() => setOpen(true)}>
            Change
          </Button>
        </span>
        {isOpen && <StepRuleDialog orgId={id} organization={name} from={from} onClose={() => setOpen(false)} />}
      </Cell>
      <Cell label="Single Sign-On">{children}</Cell>
    </tr>
  );
}

type SignOnButtonProps = {
  organization: string;
  stored: { name: string; is_on: boolean } | null;
  onOpen: () => void;
};

function SignOnButton({ organization, stored, onOpen }: SignOnButtonProps) {
  const text = stored === null ? "Set Up" : stored.is_on ? stored.name : `${stored.name} (off)`;
  return (
    <Button icon={IconWorldShare} aria-label={`${text}: single sign-on of ${organization}`} onClick={onOpen}>
      {text}
    </Button>
  );
}

function CreationForm() {
  const form = useForm(newOrganization, { name: "" }, { draft: "new organization" });
  const { mutate, isPending } = useServerMutation({
    form,
    run: (name: string, once) => call(createOrganization, { query: { name } }, once),
    onSuccess: ({ body }) => {
      form.reset();
      toast("success", `Created the organization ${body.name}.`);
    },
    onError: (error) => {
      toast("danger", failedWrite(error, "New org failed.")[0]);
      form.setError("name", errorSentence(error));
    },
  });
  return (
    <LineForm
      {...form.text("name")}
      label="Name"
      action="Create Organization"
      icon={IconPlus}
      busy={isPending}
      onSubmit={form.submit(({ name }) => mutate(name))}
    />
  );
}
