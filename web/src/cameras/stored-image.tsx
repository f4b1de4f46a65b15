import { useCallback } from "react";

type StoredImageProps = { bytes: Blob; alt: string; className: string | undefined };

/** A picture that is held in memory. */
export function StoredImage({ bytes, alt, className }: StoredImageProps) {
  // A new function for every render would load the image again each time.
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(bytes);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes],
  );
  return <img ref={show} className={className} alt={alt} />;
}
