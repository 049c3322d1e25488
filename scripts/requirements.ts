/**
 * Reports which requirements of docs/requirements.md are proved: reads the reports of the last test run and looks for
 * requirement numbers in the titles of its tests, such as `[ATC-01]` or `[ACC-01 register]`. A requirement counts as
 * proved when every part of it is. `--json` prints the same as JSON.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  type Clause,
  type Coverage,
  parseRequirements,
  proofsIn,
  stateOf,
  unknownRefs,
} from './requirement-coverage.ts'

const root = resolve(import.meta.dirname, '..')
const readText = (name: string) => readFileSync(join(root, name), 'utf8')
const readReport = (name: string): unknown => (existsSync(join(root, name)) ? JSON.parse(readText(name)) : undefined)

const requirements = parseRequirements(readText('docs/requirements.md'))
const reports = { vitest: readReport('reports/vitest.json'), playwright: readReport('reports/playwright.json') }
const proofs = proofsIn(reports).map((proof) => ({ ...proof, file: relative(root, resolve(root, proof.file)) }))

const unknown = proofs.filter((proof) => unknownRefs([proof], requirements).length > 0)
const states = requirements.map(({ id, section, clauses }) => {
  const checked = clauses.map((clause) => ({ ...clause, ...stateOf(id, clause, proofs) }))
  return { id, section, clauses: checked, isProved: checked.every(({ state }) => state === 'proved') }
})

if (process.argv.includes('--json')) console.log(JSON.stringify({ promises: states, unknown }, null, 2))
else print()
process.exitCode = unknown.length > 0 ? 1 : 0

function print() {
  for (const [name, report] of Object.entries(reports)) {
    if (!report) console.log(`There is no report of ${name} yet: run npm test first.\n`)
  }
  for (const section of new Set(requirements.map(({ section }) => section))) {
    const inSection = states.filter((state) => state.section === section)
    console.log(`${section}: ${inSection.filter(({ isProved }) => isProved).length} of ${inSection.length} proved`)
    for (const { id, clauses } of inSection) for (const clause of clauses) console.log(`  ${line(id, clause)}`)
  }
  const clauses = states.flatMap((state) => state.clauses)
  const proved = clauses.filter(({ state }) => state === 'proved').length
  const failing = clauses.filter(({ state }) => state === 'failing').length
  console.log(
    `\n${states.filter(({ isProved }) => isProved).length} of ${states.length} requirements are proved in every part: ` +
      `${proved} of ${clauses.length} parts and levels, ${failing} fail.`,
  )
  for (const { id, part, file, title } of unknown) {
    console.log(`${file}: "${title}" names ${[id, part].filter(Boolean).join(' ')}, which is not in the list.`)
  }
}

type Checked = Clause & { readonly state: 'proved' | 'failing' | 'none'; readonly tests: readonly Coverage[] }

function line(id: string, { part, level, state, tests }: Checked): string {
  const label = { proved: 'proved ', failing: 'FAILING', none: '-      ' }[state]
  const fileNames = [...new Set(tests.map(({ file }) => file))].join(', ')
  return `${label} ${id.padEnd(8)} ${level.padEnd(7)} ${(part ?? '').padEnd(32)} ${fileNames}`.trimEnd()
}
