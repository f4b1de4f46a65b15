import {
  importValueText,
  isByType,
  keyText,
  reasonOf,
  type ImportChange,
  type ImportField,
  type ImportKind,
  type ImportLine,
  type ImportResult,
} from "@groundcrew/shared/imports";
import { IconAlertTriangle, IconBan, IconEqual, IconPencil, IconPlus } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { Cell, Pill, Table, ValueChange } from "../ui/index.ts";

type Look = { label: string; icon: typeof IconPlus; tone: ComponentProps<typeof Pill>["tone"] };

/** How each result of a line is shown. */
export const results: Record<ImportResult, Look> = {
  added: { label: "Added", icon: IconPlus, tone: "ok" },
  changed: { label: "Changed", icon: IconPencil, tone: "accent" },
  conflict: { label: "Conflict", icon: IconAlertTriangle, tone: "warn" },
  refused: { label: "Refused", icon: IconBan, tone: "danger" },
  unchanged: { label: "Unchanged", icon: IconEqual, tone: "plain" },
};

type LineTableProps = { lines: readonly ImportLine[]; fields: readonly ImportField[]; kind: ImportKind };

/** Lines of a file, and what each of them does. */
export function LineTable({ lines, fields, kind }: LineTableProps) {
  const key = fields.find(({ is_key }) => is_key)?.label ?? "Key";
  const head = [{ label: "Line", isNumber: true }, { label: key }, { label: "Result" }, { label: "Change" }];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (
    <Table label="Lines" head={head} stacks>
      {lines.map((line) => (
        <tr key={line.line}>
          <Cell label="Line" isNumber>
            {line.line}
          </Cell>
          <Cell label={key}>
            <strong>{keyText(line.key)}</strong>
          </Cell>
          <Cell label="Result">
            <Pill tone={results[line.result].tone} icon={results[line.result].icon}>
              {results[line.result].label}
            </Pill>
          </Cell>
          <Cell label="Change">
            <Changes line={line} labels={labels} kind={kind} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

type ChangesProps = { line: ImportLine; labels: ReadonlyMap<string, string>; kind: ImportKind };

function Changes({ line, labels, kind }: ChangesProps) {
  const { result, changes } = line;
  if (result === "unchanged") return <span className="muted">–</span>;
  if (result === "refused") return <span className="danger normal-space anywhere">{reasonOf(line)}</span>;
  if (result === "added") return <Added changes={changes} labels={labels} kind={kind} />;
  return (
    <span className="row wrap gap-1-4 normal-space">
      {changes.map(({ field, from, to, created }) => (
        <span key={field} className="row wrap gap-1">
          <span className="muted">{labels.get(field) ?? field}</span>
          <ValueChange from={importValueText(from) || "–"} to={importValueText(to) || "–"} />
          {created && <span className="muted">new</span>}
        </span>
      ))}
      {line.reason !== null && <span className="soft">{reasonOf(line)}</span>}
    </span>
  );
}

type AddedProps = Omit<ChangesProps, "line"> & { changes: readonly ImportChange[] };

/** The first value of something new, and how many others there are. What is created with it is said in any case. */
function Added({ changes, labels, kind }: AddedProps) {
  const [first, ...others] = changes.filter(({ to }) => importValueText(to) !== "");
  const created = changes.filter((change) => change.created);
  if (!first) return <span className="muted">–</span>;
  const more = others.length === 0 ? "" : `, ${others.length} more ${others.length === 1 ? "field" : "fields"}`;
  return (
    <span className="normal-space">
      {`${isByType(kind) ? "First entry: " : ""}${labels.get(first.field) ?? first.field} `}
      <ValueChange to={importValueText(first.to)} />
      {more}
      {created.map(({ field, to }) => (
        <span key={field}>{`, new ${(labels.get(field) ?? field).toLowerCase()} ${importValueText(to)}`}</span>
      ))}
    </span>
  );
}
