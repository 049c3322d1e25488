/** Settings of the store owner about emails that something is back in stock. */
export const stockAlertDefaults = {
  /** How long it must be in stock before the first email: a declined card gives its stock back for a moment only. */
  stockAlertMinutes: 5,
}

export type StockAlertSettings = Readonly<typeof stockAlertDefaults>
