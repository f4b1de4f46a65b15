import { IconCameraOff } from "@tabler/icons-react";
import { Empty } from "../ui/index.ts";

export function NoCameras() {
  return <Empty icon={IconCameraOff} sentence="This station doesn't have any cameras." />;
}
