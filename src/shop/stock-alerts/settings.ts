import { type SettingsOf, setting } from '../../things/settings/setting.ts'

/** Settings of the store owner about emails that something is back in stock. */
export const stockAlertSettings = {
  /** How long it must be in stock before the first email: a declined card gives its stock back for a moment only. */
  stockAlertMinutes: setting(5),
}

export type StockAlertSettings = SettingsOf<typeof stockAlertSettings>
