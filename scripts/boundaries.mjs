// Checks the import rules. dependency-cruiser reads TypeScript through the compiler's old API, which
// TypeScript 7 no longer has. So it gets the sources as JavaScript: src/shop/cart/cart.ts as src/shop/cart/cart.ts.js,
// which is
// what `import './cart.ts'` then resolves to.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, format } from 'dependency-cruiser'
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { transformWithOxc } from 'vite'
import { root } from './prepare.mjs'

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
process.exitCode = error > 0 ? 1 : 0

async function copyAsJavaScript(source) {
  const { code } = await transformWithOxc(readFileSync(join(root, source), 'utf8'), source, {
    typescript: { onlyRemoveTypeImports: true },
    sourcemap: false,
  })
  const target = join(copies, `${source}.js`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}
