import { NO_WALLETS } from '../no-wallets.ts'

/** Stores a value for this tab; null removes it. Without storage only wallets that stay on the page can pay. */
export function storeValue(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or not allowed.
  }
}

export function storedValue<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Stores whether this device has no wallet: then later pages reserve no space for buttons (`noWalletsScript`). */
export const storeNoWallets = (hasNone: boolean): void => storeValue(NO_WALLETS, hasNone ? 'yes' : null)

const ITEM = 'wc_stripe_express_item'

type Item = Readonly<Record<string, string>>

/** Stores the item of an open sheet: after a redirect to the wallet, the page loads with its default selection. */
export const storeItem = (id: string, item: Item): void =>
  storeValue(ITEM, { wallet: id, path: location.pathname, item })
export const removeItem = (): void => storeValue(ITEM, null)

export function storedItem(wallet: string): Item | undefined {
  const found = storedValue<{ wallet: string; path: string; item: Item }>(ITEM)
  return found?.wallet === wallet && found.path === location.pathname ? found.item : undefined
}
