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
    // The snapshots of a trace show what happened; pictures beside them slow every test down.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
