import { useState } from "react";
import { BULK_IMAGES_MAX, bulkImages } from "@groundcrew/shared/bulk-acts";
import { call } from "../../data/api/index.ts";
import { ChoiceField } from "../../ui/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

const lightsLabels = { on: "Lights on", off: "Lights off" };

/** Has stations take new images. */
export function ImagesDialog({ stations, ...props }: ActDialogProps) {
  const [lights, setLights] = useState("on");
  const write = useBegin({
    ...props,
    run: (_: void, once) =>
      call(bulkImages, { body: { stations: namesOf(stations), lights_on: lights === "on" } }, once),
  });
  return (
    <ActFrame
      act={{ kind: "images" }}
      max={BULK_IMAGES_MAX}
      title="Take New Images"
      icon={bulkIcons.images}
      action={(count) => `Begin on ${count}`}
      change="Take new images, 8 stations at a time"
      onSubmit={() => write.mutate()}
      onClose={props.onClose}
      {...{ stations, write }}
    >
      <ChoiceField label="Lights" labels={lightsLabels} value={lights} onChange={setLights} />
    </ActFrame>
  );
}
