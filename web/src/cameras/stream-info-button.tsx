import { useState } from "react";
import { IconInfoCircle } from "@tabler/icons-react";
import { StreamInfoDialog } from "../streams/index.ts";
import { Button } from "../ui/index.ts";
import type { useCameraStreams } from "./camera-streams.tsx";

type StreamInfoButtonProps = {
  /** The station's serial number or name. */
  title: string;
  live: Pick<ReturnType<typeof useCameraStreams>, "station" | "view" | "stream">;
};

/** Opens the details of the current stream. */
export function StreamInfoButton({ title, live }: StreamInfoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={IconInfoCircle} onClick={() => setOpen(true)}>
        Stream Info
      </Button>
      {isOpen && <StreamInfoDialog title={title} {...live} onClose={() => setOpen(false)} />}
    </>
  );
}
