import { type SettingsOf, setting } from '../../things/settings/setting.ts'

export const retentionUnits = ['days', 'weeks', 'months', 'years'] as const

/** As in WooCommerce's settings of retention. */
export type RetentionPeriod = { readonly number: number; readonly unit: (typeof retentionUnits)[number] }

/** Settings of the privacy screen. */
export const privacySettings = {
  /** By id of the rule. What is not in it is kept. */
  retention: setting<Readonly<Record<string, RetentionPeriod>>>({}),
}

export type PrivacySettings = SettingsOf<typeof privacySettings>

/** The time before which things are over: `period` before `now`, in calendar months and years. */
export function cutoffOf({ number, unit }: RetentionPeriod, now: Date): Date {
  const cutoff = new Date(now)
  if (unit === 'years') cutoff.setUTCFullYear(cutoff.getUTCFullYear() - number)
  else if (unit === 'months') cutoff.setUTCMonth(cutoff.getUTCMonth() - number)
  else cutoff.setUTCDate(cutoff.getUTCDate() - number * (unit === 'weeks' ? 7 : 1))
  return cutoff
}
