import { useState } from "react";
import { mapColumns, type CsvImport, type ImportField } from "@groundcrew/shared/imports";
import { IconArrowRight, IconCircleCheck } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { countText } from "../lib/index.ts";
import { Button, Cell, fieldClass, Icon, Notice, Table } from "../ui/index.ts";
import styles from "./imports.module.css";
import { Choices, FileBar } from "./steps.tsx";
import { useCheck } from "./use-imports.ts";

/** The field of a column, null for one that is left out; undefined as long as neither is chosen. */
type Chosen = string | null | undefined;

type ColumnsStepProps = { loaded: CsvImport; onClose: () => void; onChecked: () => void };

const HEAD = ["In the file", "For example", "Field", "Why"].map((label) => ({ label }));
const EMPTY_CELLS = { leaves: "leaves the value as it is", clears: "clears the value" } as const;
const EMPTY_CHOICES = ["leaves", "clears"] as const;
const MISSING = { refused: "lines are refused", created: "are created" } as const;
const MISSING_CHOICES = ["refused", "created"] as const;

/** The choice of a field for each column, and of what an empty cell means. */
export function ColumnsStep({ loaded, onClose, onChecked }: ColumnsStepProps) {
  const { id, titles, fields, columns } = loaded;
  const found = foundColumns(loaded);
  const [chosen, setChosen] = useState<readonly Chosen[]>(columns?.columns ?? found.map(({ field }) => field));
  const [clears, setClears] = useState(columns?.clears ?? false);
  const [creates, setCreates] = useState(columns?.creates ?? false);
  const { mutate, isPending, error } = useCheck(id, onChecked);
  const missingKey = fields.find(({ name, is_key }) => is_key && !chosen.includes(name));
  const creatable = fields.find((field) => field.creates !== undefined && chosen.includes(field.name))?.creates;
  const undecided = titles.filter((_, at) => chosen[at] === undefined);
  const unused = fields.filter(({ name }) => !chosen.includes(name)).map(({ label }) => label);

  function handleCheck() {
    mutate({ columns: chosen.map((field) => field ?? null), clears, creates: creates && creatable !== undefined });
  }

  return (
    <>
      <FileBar loaded={loaded} onClose={onClose} />
      <ColumnTable loaded={loaded} found={found} chosen={chosen} onChoose={setChosen} />
      <div className="stack gap-2 mt-3">
        <Choices
          label="An empty cell"
          labels={EMPTY_CELLS}
          options={EMPTY_CHOICES}
          value={clears ? "clears" : "leaves"}
          onChange={(choice) => setClears(choice === "clears")}
        />
        {creatable !== undefined && (
          <Choices
            label={`Missing ${creatable}`}
            labels={MISSING}
            options={MISSING_CHOICES}
            value={creates ? "created" : "refused"}
            onChange={(choice) => setCreates(choice === "created")}
          />
        )}
        {unused.length > 0 && !missingKey && <p className="caption muted">{unusedText(unused)}</p>}
        {undecided.length > 0 && (
          <p className="caption danger">{`Choose a field for ${undecided.join(", ")}, or leave it out.`}</p>
        )}
        {missingKey && <p className="caption danger">{`Choose the column with ${missingKey.label}.`}</p>}
        {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
      </div>
      <div className={`row wrap justify-end gap-2 mt-3 ${styles.foot}`}>
        <Button onClick={onClose}>Back</Button>
        <Button
          tone="main"
          disabled={missingKey !== undefined || undecided.length > 0}
          busy={isPending}
          onClick={handleCheck}
        >
          Check
          <Icon icon={IconArrowRight} />
        </Button>
      </div>
    </>
  );
}

function unusedText(labels: readonly string[]): string {
  const rest = labels.length === 1 ? "has no column and stays as it is" : "have no column and stay as they are";
  return `${countText(labels.length, "field")} ${rest}: ${labels.join(", ")}.`;
}

type ColumnTableProps = {
  loaded: CsvImport;
  found: readonly Found[];
  chosen: readonly Chosen[];
  onChoose: (chosen: Chosen[]) => void;
};

function ColumnTable({ loaded: { titles, examples, fields }, found, chosen, onChoose }: ColumnTableProps) {
  const keys = fields.flatMap(({ name, is_key }) => (is_key ? [name] : []));
  return (
    <Table label="Columns" head={HEAD} stacks>
      {titles.map((title, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are, and two may have one title
        <tr key={at}>
          <Cell label="In the file">
            <strong>{nameOf(title, at)}</strong>
          </Cell>
          <Cell label="For example" title={examples[at]}>
            <span className="mono soft truncate block narrow-text">{examples[at]}</span>
          </Cell>
          <Cell label="Field">
            <FieldChoice
              label={`Field of ${nameOf(title, at)}`}
              fields={fields}
              taken={chosen}
              value={chosen[at]}
              onChange={(field) => onChoose(chosen.map((before, index) => (index === at ? field : before)))}
            />
          </Cell>
          <Cell label="Why">{whyText({ chosen: chosen[at], found: found[at], keys })}</Cell>
        </tr>
      ))}
    </Table>
  );
}

function nameOf(title: string, at: number): string {
  return title === "" ? `Column ${at + 1}` : title;
}

type Found = { field: Chosen; by: "name" | "similar" | null };

/** The fields of columns by their titles. Those that exports have and that cannot be imported are left out. */
function foundColumns({ titles, fields, ignored }: CsvImport): Found[] {
  const matches = mapColumns(titles, fields);
  return titles.map(
    (title, at): Found => matches[at] ?? { field: ignored.includes(title) ? null : undefined, by: null },
  );
}

function whyText({ chosen, found, keys }: { chosen: Chosen; found: Found | undefined; keys: readonly string[] }) {
  if (chosen === undefined || chosen === null) return null;
  const why = keys.includes(chosen) ? "the key" : chosen !== found?.field ? "chosen by you" : WHY[found.by ?? "name"];
  return (
    <span className="inline-row gap-1 soft">
      <span className="ok flex">
        <Icon icon={IconCircleCheck} size="s" />
      </span>
      {why}
    </span>
  );
}

const WHY = { name: "by its name", similar: "by a similar name" } as const;
const LEAVE_OUT = "-";

type FieldChoiceProps = {
  label: string;
  fields: readonly ImportField[];
  /** The fields of all columns. */
  taken: readonly Chosen[];
  value: Chosen;
  onChange: (field: string | null) => void;
};

function FieldChoice({ label, fields, taken, value, onChange }: FieldChoiceProps) {
  return (
    <select
      aria-label={label}
      className={fieldClass(styles.field)}
      value={value === null ? LEAVE_OUT : (value ?? "")}
      onChange={({ target }) => onChange(target.value === LEAVE_OUT ? null : target.value)}
    >
      {value === undefined && <option value="">Choose…</option>}
      <option value={LEAVE_OUT}>Leave out</option>
      {fields.map(({ name, label: text }) => (
        <option key={name} value={name} disabled={name !== value && taken.includes(name)}>
          {text}
        </option>
      ))}
    </select>
  );
}
