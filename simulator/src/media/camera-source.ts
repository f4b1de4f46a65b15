/** Whether a string is the source of a camera: an address such as `rtsp://camera/stream`, or a device such as `/dev/video0`. */
export function isCamera(source: string): boolean {
  return /^(rtsps?|https?):\/\/\S+$|^\/dev\/video\d+$/.test(source);
}
