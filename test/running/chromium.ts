import type { LaunchOptions } from '@playwright/test'
import { databaseRoot, MEMORY } from './database-root.ts'

const isRoot = process.getuid?.() === 0

/** Containers often have a small /dev/shm. In files, what Chromium's processes share takes a twelfth more processor time. */
const isMemoryLarge = databaseRoot === MEMORY
const avoidMemory = '--disable-dev-shm-usage'

/** How the tests start Chromium: the executable that `scripts/chromium.mjs` found, without background activity. */
export const chromiumOptions: LaunchOptions = {
  ...(process.env.SAMOVAR_CHROMIUM ? { executablePath: process.env.SAMOVAR_CHROMIUM } : {}),
  // Playwright adds it by itself.
  ignoreDefaultArgs: isMemoryLarge ? [avoidMemory] : [],
  args: [
    // Chromium's sandbox does not run as root.
    ...(isRoot ? ['--no-sandbox'] : []),
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
