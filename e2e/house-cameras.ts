import type { openHouse } from "@groundcrew/server";
import { visibleCameras } from "@groundcrew/shared/cameras";
import { capabilities } from "@groundcrew/shared/link";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Fleet } from "@groundcrew/simulator";
import { expect } from "@playwright/test";

type HouseCamera = { id: string; name: string; in_use: boolean };
type FilmedStation = { name: string; serial_number: string; cameras: HouseCamera[] };

/** What tests need to know of cameras and live video, and do to them. */
export type AboutCameras = {
  /**
   * The nth online station of a type, all of whose cameras are there, with those that are shown. Another test may look at it too, so
   * it must stay as it is.
   */
  filmedStation(type: StationType, nth?: number): Promise<FilmedStation>;
  /** Whether the server has ended a stream. */
  hasEnded(stream: string): Promise<boolean>;
  /** How many streams there are now. */
  openStreams(): Promise<number>;
  /** Id of the process that sends live video, once there is one. */
  mediaPid(): number | undefined;
  /** Kills that process, as when it crashes. */
  killMedia(): void;
};

export function aboutCameras(db: Awaited<ReturnType<typeof openHouse>>["db"], fleet: Fleet): AboutCameras {
  async function filmed(type: StationType): Promise<FilmedStation[]> {
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
    const whole = rows.filter(({ name, snapshot }) => {
      const isWhole = snapshot.includes('"all_cameras_detected":true');
      return isWhole && fleet.station(name)?.isReporting() === true;
    });
    return whole.map(({ name, serial_number, capabilities: told }) => {
      const { cameras } = capabilities.parse(told);
      return { name, serial_number, cameras: visibleCameras(cameras, type) };
    });
  }

  return {
    async filmedStation(type, nth = 0) {
      await expect.poll(async () => (await filmed(type)).length, { timeout: 30_000 }).toBeGreaterThan(nth);
      const found = (await filmed(type))[nth];
      if (!found) throw new Error(`There are not that many ${type} stations online`);
      return found;
    },
    async hasEnded(stream) {
      const { ended } = await db
        .selectFrom("streams")
        .select("ended")
        .where("id", "=", stream)
        .executeTakeFirstOrThrow();
      return ended !== null;
    },
    async openStreams() {
      const open = await db.selectFrom("streams").select("id").where("ended", "is", null).execute();
      return open.length;
    },
    mediaPid: () => fleet.mediaPid(),
    killMedia() {
      const pid = fleet.mediaPid();
      if (pid === undefined) throw new Error("No live video was sent yet");
      process.kill(pid, "SIGKILL");
    },
  };
}
