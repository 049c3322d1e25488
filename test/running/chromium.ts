import type { LaunchOptions } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** How the tests start Chromium: the one `scripts/chromium.mjs` found, with nothing going on in the background. */
export const chromiumOptions: LaunchOptions = {
  ...(process.env.SAMOVAR_CHROMIUM ? { executablePath: process.env.SAMOVAR_CHROMIUM } : {}),
  args: [
    // Chromium refuses its sandbox to root, and containers often have a small /dev/shm.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
  ],
}
