import { motorTables, type MotorTable, type Snapshot, type StationType } from "@groundcrew/shared/telemetry";
import { IconEngine } from "@tabler/icons-react";
import { Cell, Empty, Table } from "../ui/index.ts";
import styles from "./telemetry.module.css";

/** The motor tables of a station, without empty ones. */
export function MotorsPart({ snapshot, type }: { snapshot: Snapshot; type: StationType }) {
  const tables = motorTables(snapshot, type).filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return <Empty icon={IconEngine} sentence="There is no motor data for this station." />;
  return tables.map((table) => (
    <section key={table.title} className={styles.section}>
      <h3>{table.title}</h3>
      <Motors {...table} />
    </section>
  ));
}

function Motors({ title, head, rows }: MotorTable) {
  const columns = head.map((label, index) => ({ label, isNumber: areNumbers(rows.map(({ cells }) => cells[index])) }));
  return (
    <Table label={title} head={columns}>
      {rows.map(({ name, cells }) => (
        <tr key={name} title={name}>
          {columns.map(({ label, isNumber }, index) => (
            <Cell key={label} isNumber={isNumber}>
              {cells[index]}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function areNumbers(texts: readonly (string | undefined)[]): boolean {
  return texts.some(isNumber) && texts.every((text) => isNumber(text) || text === "–");
}

function isNumber(text: string | undefined): boolean {
  return /^-?\d/.test(text ?? "") && !Number.isNaN(Number(text));
}
