import { useEffect, useLayoutEffect, useState } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { LOST_AFTER_MS, pageAt, wallPage, type Wall as WallData, type WallPage } from "@groundcrew/shared/wallboards";
import { IconAccessPoint, IconCloudOff } from "@tabler/icons-react";
import { onSecond, pageMs, serverNow } from "../../data/clock/index.ts";
import { logMoment, clockText, pageBuild, useServerBuild } from "../../lib/index.ts";
import { reloadWhenServed } from "../../page/index.ts";
import { classes, Icon, Mark } from "../../ui/index.ts";
import { MapPage } from "./map-page.tsx";
import { MonthPage } from "./month-page.tsx";
import { NowPage } from "./now-page.tsx";
import { useWall, type WallState } from "./use-wall.ts";
import styles from "./wall.module.css";
import { endText, isReloadDue, placeAt, updatedText, wallDay } from "./wall-times.ts";

/** How often ages on the page grow (ms). */
const AGES_MS = 10 * SECOND_MS;

/** A wallboard, for as long as the screen shows it. It has nothing to press. */
export function Wall({ token }: { token: string }) {
  const state = useWall(token);
  const now = useSecond();
  const isShown = state.kind === "shown";
  useScheme(isShown ? state.wall.theme : "dark");
  useTitle(isShown ? state.wall.name : null);
  useReloads(state.responds, now);
  switch (state.kind) {
    case "refused":
      return <Sentence text={state.reason} now={now} />;
    case "loading":
      return (
        <Sentence text={state.hasFailed ? "Unable to contact the server. Trying again…" : "Connecting…"} now={now} />
      );
    case "shown":
      return <ShownWall state={state} now={now} />;
  }
}

function Sentence({ text, now }: { text: string; now: number }) {
  return (
    <main className={`center ${styles.wall}`} style={placeStyle(now)}>
      <p className={`column text-center ${styles.none}`}>
        <Mark />
        {text}
      </p>
    </main>
  );
}

type ShownProps = { state: WallState & { kind: "shown" }; now: number };

function ShownWall({ state, now }: ShownProps) {
  const { wall, at, notReadyAt } = state;
  const isLost = now - at > LOST_AFTER_MS;
  const page = pageAt({ ...wall, notReadyAt }, now);
  return (
    <div className={classes("column", styles.wall, isLost && styles.lost)} style={placeStyle(now)}>
      <header className={`row surface rigid border-below ${styles.top}`}>
        <Mark />
        <span className="strong">{wall.product}</span>
        <h1 className="min-0 truncate">{wall.name}</h1>
        {!isLost && (
          <span className={`row soft push-right ${styles.live}`}>
            <Icon icon={IconAccessPoint} />
            Live
          </span>
        )}
        <time className={classes(styles.clock, isLost && "push-right")}>{clockText(now)}</time>
        <span className={`nowrap muted ${styles.day}`}>{wallDay(now)}</span>
      </header>
      {isLost && (
        <p role="alert" className={`row rigid medium ${styles.banner}`}>
          <Icon icon={IconCloudOff} />
          <b>{`No data since ${logMoment(at)}`}</b>
          <span>What you see is from then. Trying again.</span>
        </p>
      )}
      {/* Ages that are lost do not grow. */}
      <Page page={page} wall={wall} now={isLost ? at : now - (now % AGES_MS)} />
      <footer className={`row surface justify-between rigid muted ${styles.foot}`}>
        <span>{isLost ? "Reconnecting" : updatedText(now - at)}</span>
        <Dots wall={wall} page={page} />
        <span>{endText(wall.ends, now)}</span>
      </footer>
    </div>
  );
}

/** Where all that is shown is at a time (ms). */
function placeStyle(now: number) {
  const { x, y } = placeAt(now);
  return { transform: `translate(${x}px, ${y}px)` };
}

/** A page without its data, which the wallboard gets when it is changed meanwhile, is the first one. */
function Page({ page, wall, now }: { page: WallPage; wall: WallData; now: number }) {
  if (page === "map" && wall.map !== null) return <MapPage map={wall.map} />;
  if (page === "month" && wall.month !== null) return <MonthPage month={wall.month} />;
  return <NowPage wall={wall} now={now} />;
}

function Dots({ wall: { pages }, page }: { wall: WallData; page: WallPage }) {
  const shown = wallPage.options.filter((one) => pages.includes(one));
  if (shown.length < 2) return null;
  return (
    <span className={`flex justify-center ${styles.dots}`} aria-hidden>
      {shown.map((one) => (
        <i key={one} className={one === page ? styles.on : undefined} />
      ))}
    </span>
  );
}

/** The server's time (ms), each second. */
function useSecond(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => onSecond(() => setNow(serverNow())), []);
  return now;
}

/** Sets the colors and the size of all texts, which follow the width of the screen. */
function useScheme(theme: "dark" | "light"): void {
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    root.setAttribute("data-color-scheme", theme);
    if (styles.root) root.classList.add(styles.root);
    return () => {
      if (styles.root) root.classList.remove(styles.root);
    };
  }, [theme]);
}

function useTitle(name: string | null): void {
  useEffect(() => {
    if (name !== null) document.title = name;
  }, [name]);
}

/** Loads the page again at 04:00 and when the server has another build, while it responds: nobody is there to do it. */
function useReloads(responds: boolean, now: number): void {
  const [openedMs] = useState(pageMs);
  const newest = useServerBuild();
  const isOutdated = newest !== null && pageBuild() !== null && newest !== pageBuild();
  const isDue = responds && isReloadDue({ ageMs: pageMs() - openedMs, isOutdated }, now);
  useEffect(() => (isDue ? reloadWhenServed() : undefined), [isDue]);
}
