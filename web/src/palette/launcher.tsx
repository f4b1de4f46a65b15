import { useEffect, useState } from "react";
import { captureResults, takeImages } from "@groundcrew/shared/cameras";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { useRouter } from "@tanstack/react-router";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { stationTitle, type StationDialog } from "../station/index.ts";
import { StationDialogs } from "../stations/index.ts";
import { toast } from "../ui/index.ts";
import type { EarlyKeys } from "./early-keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { Palette } from "./palette.tsx";
import type { Effect } from "./sections.ts";

type View = "palette" | "keys" | StationDialog;

type LauncherProps = { user: SessionUser; opened: "palette" | "keys"; early: EarlyKeys; onClose: () => void };

/** The palette, and what is opened from it. */
export function Launcher({ user, opened, early, onClose }: LauncherProps) {
  const [view, setView] = useState<View | null>(opened);
  const [next, setNext] = useState<(() => void) | null>(null);
  const { navigate } = useRouter();
  const take = useTakeImages();
  // The palette first returns the focus to where it was, so that a dialog returns it there too.
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(next);
    return () => clearTimeout(timer);
  }, [next]);

  function follow(step: () => void): void {
    setView(null);
    setNext(() => step);
  }

  function handleEffect(effect: Effect): void {
    switch (effect.kind) {
      case "dialog":
        return follow(() => setView(effect.dialog));
      case "keys":
        return follow(() => setView("keys"));
      case "press":
        return follow(() => {
          onClose();
          effect.onPress();
        });
      case "images":
        if (effect.station.cautions === undefined) {
          take.mutate(effect);
          return onClose();
        }
        // It shows the caution tags beside the same buttons.
        return follow(() => setView({ kind: "cameras", name: effect.station.name }));
      case "page":
        onClose();
        return void navigate({ href: effect.href });
      case "actions":
        // The palette lists them.
        return;
    }
  }

  if (view === null) return null;
  if (view === "palette") return <Palette user={user} early={early} onEffect={handleEffect} onClose={onClose} />;
  if (view === "keys") return <KeysDialog onClose={onClose} />;
  return <StationDialogs open={view} isAdmin={user.can_admin} onRefresh={() => {}} onClose={onClose} />;
}

/** Takes new images with all cameras of a station, and says how that went. */
function useTakeImages() {
  return useServerMutation({
    onStart: ({ station }: { station: Station; areLightsOn: boolean }) =>
      toast("info", `Taking new images of ${stationTitle(station)}…`),
    ifUnanswered: "The images may have been taken.",
    run: ({ station, areLightsOn }: { station: Station; areLightsOn: boolean }, once) =>
      call(takeImages, { params: { station: station.name, camera: "*" }, body: { lights_on: areLightsOn } }, once),
    onSuccess: ({ status }) => toast(status === 201 ? "success" : "info", captureResults[status]),
    onError: (error) => toast("danger", errorSentence(error)),
  });
}
