/** One thing that has to hold, with the figure that was seen. */
export interface Check {
  readonly what: string;
  readonly figure: string;
  readonly holds: boolean;
}
