import type { LaunchOptions } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** How the tests start Chromium: the one `scripts/chromium.mjs` found, without background activity. */
export const chromiumOptions: LaunchOptions = {
  ...(process.env.SAMOVAR_CHROMIUM ? { executablePath: process.env.SAMOVAR_CHROMIUM } : {}),
  args: [
    // Chromium does not run its sandbox as root, and containers often have a small /dev/shm.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
    // The headless shell does not know how fast its network is, and would load pictures from farther away.
    '--blink-settings=lazyLoadingImageMarginPxUnknown=1250',
  ],
}
