import { useState } from "react";
import { IconInfoCircle } from "@tabler/icons-react";
import { StreamInfoDialog } from "../streams/index.ts";
import { Button } from "../ui/index.ts";
import type { useCameraStreams } from "./camera-streams.tsx";

type StreamInfoButtonProps = {
  /** Serial number or name of the station. */
  title: string;
  live: Pick<ReturnType<typeof useCameraStreams>, "station" | "view" | "stream">;
};

/** Opens what is known of the stream that is shown. */
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
