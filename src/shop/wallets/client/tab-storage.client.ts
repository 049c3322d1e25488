import { NO_WALLETS } from '../no-wallets.ts'

/** Keeps a value for this tab; null forgets it. Without storage only wallets that stay on the page can pay. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing is kept.
  }
}

export function kept<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Whether this tab knows of no wallet: later pages keep no space for buttons (`noWalletsScript`). */
export const keepNoWallets = (hasNone: boolean): void => keep(NO_WALLETS, hasNone ? 'yes' : null)

const ITEM = 'wc_stripe_express_item'

type Item = Readonly<Record<string, string>>

/** What the sheet was opened for: a wallet may leave the page, which comes back as it is at first. */
export const keepItem = (wallet: string, item: Item): void => keep(ITEM, { wallet, path: location.pathname, item })
export const forgetItem = (): void => keep(ITEM, null)

export function keptItem(wallet: string): Item | undefined {
  const found = kept<{ wallet: string; path: string; item: Item }>(ITEM)
  return found?.wallet === wallet && found.path === location.pathname ? found.item : undefined
}
