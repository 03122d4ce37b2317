import type { LucideProps } from 'lucide-react';

/** Two stages and what passes between them. */
export function PipelineIcon({ size = 24, strokeWidth = 2 }: LucideProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 4h5v16H3zM16 4h5v16h-5zM8 9h8M8 15h8" />
    </svg>
  );
}
