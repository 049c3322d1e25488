import { type SettingsOf, setting } from '../../things/settings/setting.ts'

export const retentionUnits = ['days', 'weeks', 'months', 'years'] as const

export type RetentionPeriod = { readonly number: number; readonly unit: (typeof retentionUnits)[number] }

/** Settings of the privacy screen. */
export const privacySettings = {
  /** By rule id. Records without an entry are kept. */
  retention: setting<Readonly<Record<string, RetentionPeriod>>>({}),
}

export type PrivacySettings = SettingsOf<typeof privacySettings>

/** The time before which records are expired: `period` before `now`, in calendar months and years. */
export function cutoffOf({ number, unit }: RetentionPeriod, now: Date): Date {
  const cutoff = new Date(now)
  if (unit === 'years') cutoff.setUTCFullYear(cutoff.getUTCFullYear() - number)
  else if (unit === 'months') cutoff.setUTCMonth(cutoff.getUTCMonth() - number)
  else cutoff.setUTCDate(cutoff.getUTCDate() - number * (unit === 'weeks' ? 7 : 1))
  return cutoff
}
