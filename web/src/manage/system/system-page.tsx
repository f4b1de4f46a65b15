import { getSystem, testMail, type CheckedPart, type SystemCheck } from "@groundcrew/shared/system";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconMail } from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { Age, ListCard } from "../../kit/index.ts";
import { logMoment } from "../../lib/index.ts";
import { Button, Cell, Icon, Loading, Notice, Table } from "../../ui/index.ts";
import styles from "./system-page.module.css";
import { useServerData } from "../../data/index.ts";

const TITLE = "System";
const HEAD = [{ label: "Part" }, { label: "State" }, { label: "Since" }, { label: "Finding" }] as const;

const STATES = {
  ok: { word: "OK", icon: IconCircleCheck, look: "ok" },
  note: { word: "Note", icon: IconInfoCircle, look: "soft" },
  problem: { word: "Problem", icon: IconAlertTriangle, look: "danger heavy" },
} as const;

const RANK = { problem: 0, note: 1, ok: 2 } as const;

/** The names of parts on the page. */
const PARTS: Record<CheckedPart, string> = {
  settings: "Settings",
  server: "Server",
  ports: "Ports",
  proxy: "Proxy",
  database: "Database",
  migrations: "Migrations",
  jobs: "Jobs and emails",
  role: "Database role",
  clock: "Clock",
  broker: "MQTT broker",
  credentials: "Station passwords at the broker",
  NATS: "NATS between servers",
  disk: "Disk",
  backups: "Backups",
  certificate: "Certificate",
  mail: "Mail server",
  "TURN server": "Relay for live video",
};

/** The parts of the installation, as the server that answers finds them. For admins. */
export function SystemPage() {
  const query = useServerData(getSystem, {});
  return (
    <ListCard
      title={TITLE}
      description="The server checks itself every half minute, and certificates and the mail server every five minutes. The command groundcrew doctor runs the same checks."
      content="the state of the installation"
      query={query}
    >
      {({ version, started, checks }) => (
        <>
          <p className="soft mb-3">{`Version ${version}, running since ${logMoment(started)}.`}</p>
          {checks.length === 0 ? <Loading /> : <Checks checks={checks} />}
          <MailTester />
        </>
      )}
    </ListCard>
  );
}

function Checks({ checks }: { checks: readonly SystemCheck[] }) {
  const named = checks.map((check, position) => ({ ...check, name: nameOf(check, position) }));
  const sorted = named.toSorted((one, other) => RANK[one.state] - RANK[other.state]);
  return (
    <Table label={TITLE} head={HEAD} stacks>
      {sorted.map(({ name, state, since, sentence }, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- several disks or certificates have the same name and no other key
        <tr key={`${name} ${position}`}>
          <Cell>{name}</Cell>
          <Cell label="State">
            <span className={`inline-row gap-1 nowrap ${STATES[state].look}`}>
              <Icon icon={STATES[state].icon} size="s" />
              {STATES[state].word}
            </span>
          </Cell>
          <Cell label="Since">
            <Age since={since} />
          </Cell>
          <Cell label="Finding">
            <span className={`block anywhere ${styles.sentence}`}>{sentence}</span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The server begins with whether it receives messages of stations, which it also calls a finding about the broker. */
function nameOf({ about }: SystemCheck, position: number): string {
  return about === "broker" && position === 0 ? "Station link" : PARTS[about];
}

/** Sends an email to the admin who presses the button. */
function MailTester() {
  const test = useServerMutation({
    ifUnanswered: "The email may have been sent.",
    run: async () => (await call(testMail, {})).body,
  });
  return (
    <div className={`grid gap-3 mt-4 ${styles.mail}`}>
      <Button icon={IconMail} busy={test.isPending} onClick={() => test.mutate()}>
        Send a Test Email to Me
      </Button>
      {test.error && <Notice tone="danger">{errorSentence(test.error)}</Notice>}
      {test.data && <Notice tone={TONES[test.data.result]}>{test.data.sentence}</Notice>}
    </div>
  );
}

const TONES = { accepted: "success", file: "info", refused: "danger" } as const;
