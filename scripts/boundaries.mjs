// Checks sizes that may only fall (scripts/ratchet.ts) and the import rules: the rules between floors and rooms
// (scripts/rooms.ts), and the rules between files, with dependency-cruiser. That tool reads TypeScript through the
// compiler's old API, which TypeScript 7 no longer has, so it gets the sources as JavaScript: src/shop/cart/cart.ts as
// src/shop/cart/cart.ts.js, to which `import './cart.ts'` then resolves.
// With --draw, writes the drawing of the rooms into docs/architecture.md instead.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, format } from 'dependency-cruiser'
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { transformWithOxc } from 'vite'
import { root } from './prepare.mjs'
import { findRises, lowered, measure, readSources } from './ratchet.ts'
import { drawRooms, findViolations, readImports, withDrawing } from './rooms.ts'

const roomProblems = checkRooms()
if (process.argv.includes('--draw')) process.exit()

const folders = ['src', 'sandbox', 'db', 'test'].filter((name) => existsSync(join(root, name)))
const copies = join(root, 'reports/boundaries')

rmSync(copies, { recursive: true, force: true })
const sources = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
await Promise.all(sources.map(copyAsJavaScript))

const { forbidden, options } = await extractConfiguration(join(root, '.dependency-cruiser.cjs'))
const cruised = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true, baseDir: copies })
const { output } = await format(cruised.output, { outputType: 'err-long' })
console.log(output.replaceAll(/\.(tsx?)\.js\b/g, '.$1').trim())

const { totalCruised, error } = cruised.output.summary
// If no files were read, no violations would be found.
if (totalCruised < sources.length) throw new Error(`Only ${totalCruised} of ${sources.length} files were read.`)
const problems = [...roomProblems, ...checkSizes()]
for (const problem of problems) console.log(`✘ ${problem}`)
process.exitCode = error > 0 || problems.length > 0 ? 1 : 0

/** Returns the sizes that have grown; writes smaller sizes to ratchet.json as new bounds, except in CI. */
function checkSizes() {
  const path = join(root, 'scripts/ratchet.json')
  const bounds = JSON.parse(readFileSync(path, 'utf8'))
  const sizes = measure(readSources(root))
  const text = `${JSON.stringify(lowered(sizes, bounds), null, 2)}\n`
  if (!process.env.CI && text !== readFileSync(path, 'utf8')) writeFileSync(path, text)
  return findRises(sizes, bounds)
}

/** Returns the violations of the rules between rooms, and whether their drawing is out of date. */
function checkRooms() {
  const imports = readImports(root)
  if (imports.length === 0) throw new Error('No imports were read.')
  const path = join(root, 'docs/architecture.md')
  const document = readFileSync(path, 'utf8')
  const current = withDrawing(document, drawRooms(imports))
  if (current === null) throw new Error('docs/architecture.md has no place for the drawing of the rooms.')
  if (process.argv.includes('--draw')) writeFileSync(path, current)
  const isStale = current !== document
  return [
    ...findViolations(imports),
    ...(isStale ? ['docs/architecture.md shows other rooms. Run: npx node scripts/boundaries.mjs --draw'] : []),
  ]
}

async function copyAsJavaScript(source) {
  const { code } = await transformWithOxc(readFileSync(join(root, source), 'utf8'), source, {
    typescript: { onlyRemoveTypeImports: true },
    sourcemap: false,
  })
  const target = join(copies, `${source}.js`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}
