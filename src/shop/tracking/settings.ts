import { type SettingsOf, setting } from '../../things/settings/setting.ts'

/** Whether orders record where their visit came from (ATTR-01). */
export const trackingSettings = { orderAttribution: setting(true) }

export type TrackingSettings = SettingsOf<typeof trackingSettings>
