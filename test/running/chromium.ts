import type { LaunchOptions } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** How the tests start Chromium: the executable that `scripts/chromium.mjs` found, without background activity. */
export const chromiumOptions: LaunchOptions = {
  ...(process.env.SAMOVAR_CHROMIUM ? { executablePath: process.env.SAMOVAR_CHROMIUM } : {}),
  args: [
    // Chromium's sandbox does not run as root, and containers often have a small /dev/shm.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
    // The headless shell does not know how fast the network is, and would load pictures from farther away than a
    // browser.
    '--blink-settings=lazyLoadingImageMarginPxUnknown=1250',
  ],
}
