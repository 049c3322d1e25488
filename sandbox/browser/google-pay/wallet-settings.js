// Which wallet this browser has: a tester writes it into the session storage of the shop's origin (sandbox/README.md).

/** @typedef {{ google: 'ready' | 'none' | 'unsupported', mode: 'popup' | 'overlay' | 'redirect' }} WalletSettings */

/** By default a wallet with cards, over the page on phones and in a window of its own on desks. @returns {WalletSettings} */
export function readSettings() {
  /** @type {WalletSettings} */
  const defaults = { google: 'ready', mode: matchMedia('(max-width: 640px)').matches ? 'overlay' : 'popup' }
  try {
    return { ...defaults, ...JSON.parse(sessionStorage.getItem('sandbox-wallets') ?? '{}') }
  } catch {
    return defaults
  }
}
