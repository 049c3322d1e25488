import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './test/running/chromium.ts'

/** Browser tests of the built shop, started once with the demo content on a free port. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  globalSetup: './test/browser/start-shop.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    viewport: { width: 1440, height: 900 },
    // What the page shows at a failure is in its report. Recording it at every step slows all tests down, and runs a script in
    // frames that allow none.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
})
