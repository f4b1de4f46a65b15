import type { startServer } from "@groundcrew/server";
import { visibleCameras } from "@groundcrew/shared/cameras";
import type { FleetFile } from "@groundcrew/simulator/model";
import { capabilities } from "@groundcrew/shared/link";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Station } from "@groundcrew/shared/stations";
import type { Fleet } from "@groundcrew/simulator";
import { expect } from "@playwright/test";

type SystemCamera = { id: string; name: string; in_use: boolean };
type StationWithCameras = { name: string; serial_number: string; cameras: SystemCamera[] };

/** What tests can read about cameras and live video, and do to them. */
export type CameraFixtures = {
  /**
   * The nth station of a type that stays online and whose cameras were all detected, with its visible cameras. Other tests may use the
   * same station, so don't change it.
   */
  stationWithCameras(type: StationType, nth?: number): Promise<StationWithCameras>;
  /** The audit entry for a stream that the server ended on its own, with the reason; empty if there is none. */
  auditOfStreamEnd(stream: string): Promise<string>;
  /** Id of the process that sends live video; undefined until it has started. */
  mediaPid(): number | undefined;
  /** Kills that process, to simulate a crash. */
  killMedia(): void;
};

type FixtureOptions = {
  db: Awaited<ReturnType<typeof startServer>>["db"];
  fleet: Fleet;
  file: FleetFile;
  fetchStation: (name: string) => Promise<Station>;
};

export function cameraFixtures({ db, fleet, file, fetchStation }: FixtureOptions): CameraFixtures {
  const steady = new Set(file.stations.filter(({ behaviour }) => behaviour.link === "steady").map(({ name }) => name));

  async function stationsWithCameras(type: StationType): Promise<StationWithCameras[]> {
    const rows = await db
      .selectFrom("stations")
      .innerJoin("station_states", "station_name", "name")
      .innerJoin("station_snapshots", "station_snapshots.station_name", "name")
      .select(["name", "serial_number", "capabilities", "snapshot"])
      .where("station_type", "=", type)
      .where("actual", "=", true)
      .where("linked", "=", true)
      .where("retired", "is", null)
      .orderBy("name")
      .execute();
    const complete = rows.filter(({ name, snapshot }) => {
      const isComplete = snapshot.includes('"all_cameras_detected":true');
      return isComplete && steady.has(name) && fleet.station(name)?.isReporting() === true;
    });
    return complete.map(({ name, serial_number, capabilities: reported }) => {
      const { cameras } = capabilities.parse(reported);
      return { name, serial_number, cameras: visibleCameras(cameras, type) };
    });
  }

  return {
    async stationWithCameras(type, nth = 0) {
      await expect.poll(async () => (await stationsWithCameras(type)).length, { timeout: 15_000 }).toBeGreaterThan(nth);
      const found = (await stationsWithCameras(type))[nth];
      if (!found) throw new Error(`Fewer ${type} stations are online`);
      const isOnline = async () => (await fetchStation(found.name)).last_online_status;
      await expect.poll(isOnline, { timeout: 15_000 }).toBe(true);
      return found;
    },
    async auditOfStreamEnd(stream) {
      const entries = await db.selectFrom("audit_entries").select("after").where("action", "=", "endStream").execute();
      const texts = entries.map(({ after }) => JSON.stringify(after));
      return texts.find((text) => text.includes(stream)) ?? "";
    },
    mediaPid: () => fleet.mediaPid(),
    killMedia() {
      const pid = fleet.mediaPid();
      if (pid === undefined) throw new Error("No live video has been sent yet");
      process.kill(pid, "SIGKILL");
    },
  };
}
