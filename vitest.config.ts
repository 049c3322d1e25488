import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isLongRun } from './test/running/long-run.ts'

const include = [
  'src/**/*.test.{ts,tsx}',
  'sandbox/**/*.test.ts',
  'pictures/**/*.test.ts',
  'test/**/*.test.{ts,tsx}',
  'db/**/*.test.ts',
  'scripts/**/*.test.ts',
]

/**
 * Files with a process of their own: the editor's library looks for a `document` when it loads, and a few others look at
 * what the process has done before.
 */
const needsProcess = /stubGlobal\('document'|\bprocess\.env\.\w+ = |prepared statement|useFakeTimers\(\)/
const isolated = globSync(include).filter((file) => needsProcess.test(readFileSync(file, 'utf8')))

/** Pages are rendered as in a shop; by React's development build, whose warnings cost a third more, in a long run. */
const jsx = { oxc: { jsx: { runtime: 'automatic', development: isLongRun } } } as const
const settings = {
  setupFiles: 'test/support/restore-process.ts',
  env: isLongRun ? {} : { NODE_ENV: 'production' },
  environment: 'node',
  // No test is about these times: they only end one that hangs, on a slow machine too.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  css: { modules: { classNameStrategy: 'non-scoped' } },
} as const

/** Files share the modules of their worker: loading the shop anew for each file took as long as half of the tests. */
export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    // One more than CI has processors: some tests wait for timeouts and for shops that start.
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    projects: [
      { ...jsx, test: { ...settings, name: 'shared', include, exclude: isolated, isolate: false } },
      { ...jsx, test: { ...settings, name: 'isolated', include: isolated } },
    ],
  },
})
