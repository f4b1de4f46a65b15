/** The product's logo: a station with a drone above it. The product's name is beside it. */
export function Mark() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 20h18" />
      <path d="M6 20v-6l6-4 6 4v6" />
      <path d="M4 6h6M14 6h6M12 10V6M7 6V4M17 6V4" />
    </svg>
  );
}
