/**
 * Whether this browser has none of the shop's wallets, as far as this tab knows. Pages that are opened later keep no space
 * for their buttons: the document reads it before it is drawn (`noWalletsScript`).
 */
import { NO_WALLETS } from '../no-wallets.ts'

export function rememberNoWallets(): void {
  try {
    sessionStorage.setItem(NO_WALLETS, 'yes')
  } catch {
    // Without storage the next page keeps the space until it knows better.
  }
}

export function forgetNoWallets(): void {
  try {
    sessionStorage.removeItem(NO_WALLETS)
  } catch {
    // Nothing was kept.
  }
}
