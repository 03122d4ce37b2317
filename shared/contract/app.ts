import * as z from 'zod';

export const AppInfo = z.strictObject({
  version: z.string(),
  shell: z.enum(['desktop', 'browser', 'cli']),
  platform: z.string(),
  node: z.string(),
  home: z.string(),
});
export type AppInfo = z.infer<typeof AppInfo>;

export const DoctorCheck = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'missing', 'problem']),
  detail: z.string(),
  next: z.string().optional(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

export const DoctorReport = z.strictObject({ checks: z.array(DoctorCheck) });
export type DoctorReport = z.infer<typeof DoctorReport>;

export const Settings = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  /** How long the correlator waits for a late close boundary, ms. */
  boundaryWaitMs: z.int().min(0).max(60_000),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = { theme: 'system', boundaryWaitMs: 250 };
