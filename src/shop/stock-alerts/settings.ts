import { type SettingsOf, setting } from '../../things/settings/setting.ts'

export const stockAlertSettings = {
  /** Minutes in stock before the first email, because a declined card returns its stock only briefly. */
  stockAlertMinutes: setting(5),
}

export type StockAlertSettings = SettingsOf<typeof stockAlertSettings>
