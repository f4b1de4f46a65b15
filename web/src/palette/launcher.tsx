import { useEffect, useState } from "react";
import { captureResults, takeImages } from "@groundcrew/shared/cameras";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconCamera } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { stationTitle, type StationDialog } from "../station/index.ts";
import { StationDialogs } from "../stations/index.ts";
import { ConfirmDialog, toast } from "../ui/index.ts";
import type { EarlyKeys } from "./early-keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { Palette } from "./palette.tsx";
import type { Effect } from "./sections.ts";

type Capture = { station: Station; areLightsOn: boolean };

type View = "palette" | "keys" | StationDialog | ({ kind: "images" } & Capture);

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
        if (effect.station.cautions !== undefined) return follow(() => setView(effect));
        take.mutate(effect);
        return onClose();
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
  if (view.kind === "images") {
    return (
      <CaptureQuestion
        {...view}
        onConfirm={() => {
          take.mutate(view);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return <StationDialogs open={view} isAdmin={user.can_admin} onRefresh={() => {}} onClose={onClose} />;
}

type CaptureQuestionProps = Capture & { onConfirm: () => void; onClose: () => void };

/** Asks before images are taken of a station with caution tags, as its page shows them beside the buttons. */
function CaptureQuestion({ station, areLightsOn, onConfirm, onClose }: CaptureQuestionProps) {
  return (
    <ConfirmDialog
      title={`Take New Images of ${stationTitle(station)}?`}
      icon={IconCamera}
      action={`Take New Images (lights ${areLightsOn ? "on" : "off"})`}
      closeLabel="Cancel"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <CautionNotice stations={[station]} />
    </ConfirmDialog>
  );
}

/** Takes new images with all cameras of a station, and says how that went. */
function useTakeImages() {
  return useServerMutation({
    onStart: ({ station }: Capture) => toast("info", `Taking new images of ${stationTitle(station)}…`),
    ifUnanswered: "The images may have been taken.",
    run: ({ station, areLightsOn }: Capture, once) =>
      call(takeImages, { params: { station: station.name, camera: "*" }, body: { lights_on: areLightsOn } }, once),
    onSuccess: ({ status }) => toast(status === 201 ? "success" : "info", captureResults[status]),
    onError: (error) => toast("danger", errorSentence(error)),
  });
}
