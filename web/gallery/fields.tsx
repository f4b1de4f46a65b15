import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { UntilField, ViewField } from "../src/kit/index.ts";
import { browserZone, useForm } from "../src/lib/index.ts";
import {
  CheckField,
  CodeField,
  ChoiceField,
  Field,
  fieldClass,
  Form,
  InlineField,
  LineForm,
  Option,
  Options,
  PasswordField,
  RadioButtons,
  SelectField,
  TextAreaField,
  TextField,
} from "../src/ui/index.ts";
import { doNothing, type GalleryPage, LONG, State } from "./page.tsx";

const labels = { now: "Now", later: "Later", never: "Never" } as const;
const options = [
  { value: "a", label: "Nothing wrong" },
  { value: "b", label: LONG },
];
const until = { choices: ["1h", "today", "week"] as const, zone: browserZone, maxDays: 30 };

function Until({ choice }: { choice: string }) {
  const form = useForm(z.object({ choice: z.string(), other: z.string() }), { choice, other: "" });
  const [now] = useState(Date.now);
  return <UntilField {...until} form={form} until={choice === "other" ? null : now} />;
}

export const fields: GalleryPage = {
  title: "Fields",
  sections: {
    TextField: () => (
      <>
        <TextField label="Empty" placeholder="Placeholder" />
        <TextField label="With a hint" hint={LONG} defaultValue={LONG} />
        <TextField label="Required" aria-required error="Enter a name." />
        <TextField label="Disabled" disabled defaultValue="Harbor" />
      </>
    ),
    PasswordField: () => (
      <>
        <PasswordField label="Password" defaultValue="correct horse" aria-required />
        <PasswordField label="Password again" error="The passwords differ." />
      </>
    ),
    TextAreaField: () => (
      <>
        <TextAreaField label="Note" defaultValue={`${LONG}.\n${LONG}.`} hint="Markdown is not supported." />
        <TextAreaField label="Required note" aria-required error="Enter a note." />
      </>
    ),
    SelectField: () => (
      <>
        <SelectField label="State" options={options} value="a" onChange={doNothing} />
        <SelectField label="Long state" options={options} value="b" error="Choose another." onChange={doNothing} />
        <SelectField label="Disabled state" options={options} value="a" disabled onChange={doNothing} />
      </>
    ),
    CodeField: () => (
      <>
        <CodeField type="app" />
        <CodeField type="recovery" error="That code is not right. 4 tries left, then a pause of 5 minutes." />
      </>
    ),
    CheckField: () => (
      <>
        <CheckField label="Checked" checked onChange={doNothing} />
        <CheckField label={LONG} hint="What it does in more words." checked={false} onChange={doNothing} />
      </>
    ),
    RadioButtons: () => (
      <State start="now">{(value, set) => <RadioButtons label="When" {...{ labels, value }} onChange={set} />}</State>
    ),
    ChoiceField: () => (
      <>
        <ChoiceField label="Start" labels={labels} value="later" note={LONG} onChange={doNothing} />
        <ChoiceField label="End" labels={labels} value="" error="Choose one." onChange={doNothing} />
      </>
    ),
    ViewField: () => (
      <>
        <ViewField user="A rule" value="stations-type=atlas" onChange={doNothing} onBlur={doNothing} />
        <ViewField user="A rule" value="no link" onChange={doNothing} onBlur={doNothing} />
      </>
    ),
    UntilField: () => (
      <>
        <Until choice="1h" />
        <Until choice="other" />
      </>
    ),
    Options: () => (
      <Options label="Retire">
        <Option group="retire" label="Keep" help={LONG} isChosen={false} onChoose={doNothing} />
        <Option group="retire" label="Retire" help="Hides it." isChosen onChoose={doNothing}>
          <TextField label="Reason" />
        </Option>
        <Option group="retire" label="Disabled" isChosen={false} isDisabled onChoose={doNothing} />
      </Options>
    ),
    Option: () => <Option group="single" label="Single" isChosen onChoose={doNothing} />,
    Field: () => (
      <Field label="Any control" hint="A hint">
        {(described) => <input {...described} type="date" className={fieldClass()} />}
      </Field>
    ),
    InlineField: () => (
      <>
        After <InlineField label="Minutes" defaultValue="5" size={4} /> minutes and{" "}
        <InlineField label="Seconds" defaultValue="x" size={4} error="Enter a number." /> seconds
      </>
    ),
    Form: () => (
      <Form onSubmit={doNothing}>
        <TextField label="First" />
        <TextField label="Second" />
      </Form>
    ),
    LineForm: () => (
      <>
        <LineForm label="New tag" action="Add" icon={IconPlus} busy={false} onSubmit={doNothing} />
        <LineForm label="Same tag" action="Add" icon={IconPlus} busy error="It exists." onSubmit={doNothing} />
      </>
    ),
  },
};
