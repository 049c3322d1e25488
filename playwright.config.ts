import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './test/running/chromium.ts'

const startsShops = /own-shop-test|named-shop-test|startShop\(|startCustomShop\(/

/** Files whose tests have shops of their own. */
const ownShops = globSync('test/browser/*.spec.ts')
  .filter((file) => startsShops.test(readFileSync(file, 'utf8')))
  .map((file) => basename(file))

/** Browser tests of the built shop, started once with the demo content on a free port. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  globalSetup: './test/browser/start-shop.ts',
  // As many as CI has processors: a third saves a tenth, but moves that are timed get late.
  workers: 2,
  projects: [
    // One worker for each file: every worker would start a shop of its own.
    { name: 'own shops', testMatch: ownShops },
    { name: 'one shop', testIgnore: ownShops, fullyParallel: true },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    viewport: { width: 1440, height: 900 },
    // Movement costs a tenth of the processor. What tests it asks for it.
    reducedMotion: 'reduce',
    // What the page shows at a failure is in its report. `--trace on` records every step, which slows all tests down.
    trace: 'off',
  },
})
