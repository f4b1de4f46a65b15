import { IconBattery, IconInbox, IconPlugConnectedX } from "@tabler/icons-react";
import {
  Age,
  ItemShortcut,
  KeyHints,
  DayAxis,
  DayChart,
  Figures,
  ListCard,
  Loaded,
  Names,
  NoMatches,
  SecretText,
  Time,
} from "../src/kit/index.ts";
import { CallFailure } from "../src/data/api/index.ts";
import { serverNow } from "../src/data/clock/index.ts";
import {
  Address,
  Button,
  Card,
  Empty,
  Failed,
  Heading,
  Loading,
  Meter,
  Notice,
  PageSpinner,
  Pill,
  Problem,
  RawText,
  Readings,
  Spinner,
  StartFailed,
  ValueChange,
} from "../src/ui/index.ts";
import { doNothing, type GalleryPage, LONG } from "./page.tsx";

const refetch = async () => {};
const loading = { data: undefined, error: null, isFetching: true, refetch };
const failed = { ...loading, isFetching: false, error: new CallFailure(503, "The database is not responding.") };
const missing = { ...failed, error: new CallFailure(404, "No such backup.") };
const loaded = { ...loading, data: "3 backups", isFetching: false };
const stale = () => ({
  ...loaded,
  freshness: {
    kind: "stale" as const,
    asOf: serverNow() - 90_000,
    everyMs: 15_000,
    reason: "The server did not answer.",
  },
});
const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString();
const days = [0, 3, 12, 1, 0, 0, 5, 8, 2, 40, 3, 0, 1, 9];

export const notices: GalleryPage = {
  title: "States of content",
  sections: {
    Notice: () => (
      <>
        {(["success", "info", "warning", "danger"] as const).map((tone) => (
          <Notice key={tone} tone={tone} action={<Button>Action</Button>}>
            {LONG}
          </Notice>
        ))}
      </>
    ),
    Empty: () => <Empty icon={IconInbox} sentence="No backups yet" action={<Button>Back Up Now</Button>} />,
    Problem: () => <Problem icon={IconPlugConnectedX} sentence="Not available" reason={LONG} />,
    Failed: () => <Failed sentence="Loading backups failed" reason={LONG} onReload={doNothing} />,
    Loading: () => <Loading />,
    Spinner: () => (
      <>
        <Spinner label="Loading" /> <Spinner tone="large" label="Loading more" />{" "}
        <Button tone="main" busy>
          Saving
        </Button>
      </>
    ),
    Loaded: () => (
      <>
        {[loading, failed, missing, loaded, stale()].map((query, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they stay as they are
          <Loaded key={index} query={query} content="backups" missing={{ sentence: "This backup does not exist." }}>
            {(text) => <p>{text}</p>}
          </Loaded>
        ))}
        <Loaded
          query={{ ...loaded, data: [] }}
          content="backups"
          empty={<Empty icon={IconInbox} sentence="No backups yet" />}
        >
          {() => null}
        </Loaded>
      </>
    ),
    NoMatches: () => (
      <NoMatches of="backups" view={{ isNarrowed: true, clear: doNothing }} action={<Button>Action</Button>}>
        {null}
      </NoMatches>
    ),
    ListCard: () => (
      <>
        <ListCard title="Backups" description={LONG} content="backups" query={loaded}>
          {(text) => text}
        </ListCard>
        <ListCard title="Refreshing" description={LONG} content="backups" query={{ ...loaded, isFetching: true }}>
          {(text) => text}
        </ListCard>
        <ListCard title="Not loaded" description={LONG} content="backups" query={failed}>
          {(text) => text}
        </ListCard>
      </>
    ),
  },
  alone: {
    "StartFailed: of the console": () => (
      <StartFailed sentence="The console could not start." reason={LONG} onReload={doNothing} />
    ),
    "PageSpinner: of a page": () => <PageSpinner />,
  },
};

export const texts: GalleryPage = {
  title: "Texts and figures",
  sections: {
    Heading: () => (
      <>
        <Heading level={2} title="Atlas 0036" subtitle="Harbor" icon={IconBattery} iconLabel="Battery" />
        <Heading level={2} title={LONG} subtitle={LONG} icon={IconBattery} />
      </>
    ),
    Card: () => (
      <>
        <Card title="Charger" aside={<Button>Refresh</Button>}>
          Content
        </Card>
        <Card title={LONG}>{LONG}</Card>
      </>
    ),
    Readings: () => (
      <>
        <Readings
          lines={[
            { label: "Temperature", value: "71 °F" },
            { label: LONG, value: LONG },
          ]}
        />
        <Readings
          columns={2}
          lines={["One", "Two", "Three"].map((label) => ({ label, value: "1", title: "Exactly" }))}
        />
      </>
    ),
    Meter: () => (
      <>
        <Meter label="Low" value={8} level="low" />
        <Meter label="Medium" value={40} level="medium" />
        <Meter label="High" value={95} level="high" />
      </>
    ),
    Pill: () => (
      <>
        {(["plain", "accent", "ok", "warn", "danger", "solid", "dashed"] as const).map((tone) => (
          <Pill key={tone} tone={tone} icon={IconBattery} isSmall={tone === "plain"}>
            {tone}
          </Pill>
        ))}
        <Pill tone="ok" icon={IconBattery} title={LONG}>
          {LONG}
        </Pill>
      </>
    ),
    ValueChange: () => (
      <>
        <ValueChange from="closed" to="open" />, <ValueChange from={LONG} to={LONG} />
      </>
    ),
    Address: () => <Address address="someone.with.a.long.name@operations.harbor.example" />,
    RawText: () => <RawText label="Snapshot" rows={4} text={JSON.stringify({ text: LONG }, null, 2)} />,
    SecretText: () => <SecretText>gc_0123456789abcdef0123456789abcdef0123456789abcdef</SecretText>,
    Names: () => (
      <p>
        Left out: <Names names={["Atlas 0001", "Atlas 0002", LONG, "Uni-0014", "hexGlobal-04"]} />
      </p>
    ),
    Age: () => (
      <>
        <Age since={minutesAgo(0)} />, <Age since={minutesAgo(5)} form="short" />,{" "}
        <Age since={minutesAgo(60 * 24 * 40)} />
      </>
    ),
    Time: () => (
      <>
        <Time at={minutesAgo(5)} />, <Time at={minutesAgo(5)} form="short" />, <Time at={minutesAgo(5)} form="log" />,{" "}
        <Time at={minutesAgo(-60 * 24 * 2)} form="until" />, <Time at={minutesAgo(60 * 24 * 400)} form="short" />
      </>
    ),
    Figures: () => (
      <>
        <Figures
          figures={[
            { label: "Stations", value: 120 },
            { label: "Urgent", value: 3, isUrgent: true, note: " of 5", title: LONG },
            { label: "In wide windows", value: "1,234", hiddenAt: "medium" },
            { label: "Maintenance", shortLabel: "Maint.", value: 2, hiddenAt: "small" },
          ]}
        />
        <Figures isStale figures={[{ label: "Stale", value: 120 }]} />
        <Figures
          figures={[
            { label: "Success Rate", value: "98.7%", about: "likely 98.6 to 98.8%" },
            { label: "Failed", value: 533, about: LONG },
          ]}
        />
      </>
    ),
    DayChart: () => (
      <>
        <DayChart label={`Errors by day: ${days.join(", ")}`} days={days} now={serverNow()} line={4} />
        <DayChart label="Rising errors" days={days} isRising />
        <DayChart label="No errors" days={days.map(() => 0)} />
      </>
    ),
    KeyHints: () => <KeyHints keys={{ Enter: "open" }} />,
    ItemShortcut: () => <ItemShortcut letter="A" />,
    DayAxis: () => <DayAxis count={14} every={5} now={serverNow()} />,
  },
};
