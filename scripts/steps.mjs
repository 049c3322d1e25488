// The steps of npm test and npm run check, one after the other, and a summary of their results.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root, run, Stop, say, seconds, shopEnvironment } from './prepare.mjs'

const vitestReport = join(root, 'reports/vitest.json')
const browserReport = join(root, 'reports/playwright.json')

export const steps = {
  format: { says: 'formatting (biome)', command: ['biome', 'check', '.'] },
  lint: { says: 'lint (oxlint)', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  // Each checker reads the types that files share anew: more than CI has processors only costs time.
  types: { says: 'types (tsc)', command: ['tsc', '--noEmit', '-p', '.', '--checkers', '2'] },
  sandbox: { says: 'types of what the sandbox serves (tsc)', command: ['tsc', '--noEmit', '-p', 'sandbox/browser'] },
  'browser-types': {
    says: 'types of browser code, without those of Node (tsc)',
    command: ['node', 'scripts/browser-types.mjs'],
  },
  unused: { says: 'dead code (knip)', command: ['knip', '--no-progress'] },
  boundaries: {
    says: 'import rules and sizes (rooms, dependency-cruiser)',
    command: ['node', 'scripts/boundaries.mjs'],
  },
  build: { says: 'build (vite)', perform: () => prepare({ build: true }) },
  budgets: { says: 'size of what browsers load', command: ['node', 'scripts/budgets.mjs'] },
  unit: {
    says: 'unit and wire tests (vitest)',
    command: ['vitest', 'run'],
    count: countVitest,
    filesOf: filesOfVitest,
    failuresOf: failuresOfVitest,
    report: vitestReport,
  },
  browser: {
    says: 'browser journeys (playwright)',
    command: ['playwright', 'test', '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    count: countPlaywright,
    filesOf: filesOfPlaywright,
    failuresOf: failuresOfPlaywright,
    report: browserReport,
  },
}

/**
 * Runs all named steps, even after failures, and returns how many tests passed and how many tests or steps failed.
 */
export async function runSteps(names, environment = {}) {
  mkdirSync(join(root, 'reports'), { recursive: true })
  const total = { passed: 0, failed: 0 }
  const broken = []
  const failures = []
  for (const [index, name] of names.entries()) {
    const step = steps[name]
    const started = Date.now()
    say(`${index + 1}/${names.length} ${step.says}`)
    if (step.report) rmSync(step.report, { force: true })
    const code = await perform(step, environment)
    const report = step.report && existsSync(step.report) ? JSON.parse(readFileSync(step.report, 'utf8')) : undefined
    const counted = report && step.count(report)
    total.passed += counted?.passed ?? 0
    // A step that fails without a failed test, such as a file that does not load, counts as one failure.
    total.failed += code === 0 ? 0 : Math.max(1, counted?.failed ?? 0)
    if (code !== 0) broken.push(name)
    say(`${index + 1}/${names.length} ${step.says}: ${code === 0 ? 'good' : 'FAILED'} in ${seconds(started)}`)
    if (!report) continue
    saySlowest(step.filesOf(report))
    failures.push(...step.failuresOf(report))
  }
  // Once more at the end, which is all that some logs keep.
  for (const { name, message, page } of failures) {
    say(`failed: ${name.replace(`${root}/`, '')}\n${firstLines(message, 12)}`)
    if (page) say(`the page showed:\n${firstLines(page, 200)}`)
  }
  if (broken.length > 0) say(`failed: ${broken.join(', ')}`)
  return total
}

async function perform(step, environment) {
  if (!step.perform) {
    const [command, ...args] = step.command
    const env = { ...shopEnvironment(), ...environment, ...step.environment }
    return run(command, args, { env, heartbeat: step.says })
  }
  try {
    await step.perform()
    return 0
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    return 1
  }
}

function countVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** A test that passed at the second attempt counts as passed: Playwright calls it flaky. */
function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name: file, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ name: file, message }]
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: failureMessages.join('\n'),
    }))
  })
}

function failuresOfPlaywright({ suites }) {
  return suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results)
      return {
        name: `${file}: ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
        page: pageOf(results.flatMap(({ attachments }) => attachments)),
      }
    })
}

/** What the page contained at the failure, which is lost with the machine that ran the test. */
function pageOf(attachments) {
  const file = attachments.find(({ name, path }) => name === 'error-context' && path && existsSync(path))?.path
  return file && /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8'))?.[1]
}

function firstLines(text, count) {
  return text.split('\n', count).join('\n')
}

/** Prints the files that take longest, so that it is clear where time can be saved. */
function saySlowest(files) {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  say(
    `slowest files: ${slowest.map(({ name, ms }) => `${name.replace(`${root}/`, '')} ${Math.round(ms / 1000)} s`).join(', ')}`,
  )
}

function filesOfVitest({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

function filesOfPlaywright({ suites }) {
  return suites.map((suite) => {
    const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results))
    return { name: suite.file, ms: results.reduce((sum, { duration }) => sum + duration, 0) }
  })
}
