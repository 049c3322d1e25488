/** Whether this tab knows of no wallet: later pages keep no space for buttons (`noWalletsScript`). */
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
