// The wallet of this browser: a tester writes it into the session storage of the shop's origin (sandbox/README.md).

/** @typedef {{ google: 'ready' | 'none' | 'unsupported', mode: 'popup' | 'overlay' | 'redirect' }} WalletSettings */

/**
 * The default is a wallet with cards whose sheet opens over the page on phones and in a separate window on desktops.
 * @returns {WalletSettings}
 */
export function readSettings() {
  /** @type {WalletSettings} */
  const defaults = { google: 'ready', mode: matchMedia('(max-width: 640px)').matches ? 'overlay' : 'popup' }
  try {
    return { ...defaults, ...JSON.parse(sessionStorage.getItem('sandbox-wallets') ?? '{}') }
  } catch {
    return defaults
  }
}
