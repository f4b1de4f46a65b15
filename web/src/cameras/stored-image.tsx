import { useCallback } from "react";

type StoredImageProps = { bytes: Blob; alt: string; className: string | undefined };

/** An image from memory. */
export function StoredImage({ bytes, alt, className }: StoredImageProps) {
  // A new ref callback on every render would reload the image each time.
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
