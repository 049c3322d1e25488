import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
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

const changesProcess =
  /\bvi\.(mock|stubEnv|stubGlobal|useFakeTimers)\b|\bvi\.spyOn\((?!pool\b|shop\b)|\bprocess\.env\.\w+ = |pg_prepared_statements/
const textOf = (file: string): string => readFileSync(file, 'utf8')
const helpers = globSync('test/support/*.ts').filter((file) => changesProcess.test(textOf(file)))

/** Test files that replace functions (but those of their shop), timers or variables of the process, or look at what it remembers. */
const isolated = globSync(include).filter((file) => {
  const text = textOf(file)
  return changesProcess.test(text) || helpers.some((helper) => text.includes(`/${basename(helper)}'`))
})

/** Pages are rendered as in a shop; by React's development build, whose warnings cost a third more, in a long run. */
const jsx = { oxc: { jsx: { runtime: 'automatic', development: isLongRun } } } as const
const settings = {
  env: isLongRun ? {} : { NODE_ENV: 'production' },
  environment: 'node',
  // No test is about these times: they only end one that hangs, on a slow machine too.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  css: { modules: { classNameStrategy: 'non-scoped' } },
} as const

/**
 * Most files share the modules of their worker: loading the shop anew for each file took as long as half of the tests.
 * The others have a process of their own.
 */
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
