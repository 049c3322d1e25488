/**
 * Which promises of docs/requirements.md are proved: reads the reports that the last test run left and looks for promise numbers in the
 * titles of its tests, such as `[ATC-01]`. `--json` answers the same for programs.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Level, type Promised, type Proof, promisesIn, proofsIn, stateOf } from './promise-proofs.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const readReport = (name: string): unknown => (existsSync(join(root, name)) ? JSON.parse(read(name)) : undefined)

const promises = promisesIn(read('docs/requirements.md'))
const reports = { vitest: readReport('reports/vitest.json'), playwright: readReport('reports/playwright.json') }
const proofs = proofsIn(reports).map((proof) => ({ ...proof, file: relative(root, resolve(root, proof.file)) }))

const known = new Set(promises.map(({ id }) => id))
const strangers = proofs.filter(({ id }) => !known.has(id))
const states = promises.flatMap((promise) =>
  promise.levels.map((level) => ({ ...promise, level, ...stateOf(promise.id, level, proofs) })),
)

if (process.argv.includes('--json')) console.log(JSON.stringify({ promises: states, unknown: strangers }, null, 2))
else print()
process.exitCode = strangers.length > 0 ? 1 : 0

function print() {
  for (const [name, report] of Object.entries(reports)) {
    if (!report) console.log(`There is no report of ${name} yet: run npm test first.\n`)
  }
  for (const section of new Set(promises.map((promise) => promise.section))) {
    const here = states.filter((state) => state.section === section)
    const proved = here.filter(({ state }) => state === 'proved')
    console.log(`${section}: ${proved.length} of ${here.length} proved`)
    for (const state of here) console.log(`  ${line(state)}`)
  }
  const proved = states.filter(({ state }) => state === 'proved').length
  const failing = states.filter(({ state }) => state === 'failing').length
  console.log(
    `\n${promises.length} promises need ${states.length} proofs, one for each level named: ${proved} are there, ${failing} fail.`,
  )
  for (const { id, file, title } of strangers) console.log(`${file}: "${title}" names ${id}, which is no promise.`)
}

function line({
  id,
  level,
  state,
  tests,
}: Promised & { level: Level; state: string; tests: readonly Proof[] }): string {
  const word = { proved: 'proved ', failing: 'FAILING', none: '-      ' }[state]
  const where = [...new Set(tests.map(({ file }) => file))].join(', ')
  return `${word} ${id.padEnd(8)} ${level.padEnd(7)} ${where}`.trimEnd()
}
