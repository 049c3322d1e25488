import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { classesDefinedIn, classesUsedBy, composedFrom, importsOf } from './css-classes.ts'
import { isTest } from './rooms.ts'

const root = resolve(import.meta.dirname, '..')

test('a source exports a sheet with the classes of its type', () => {
  const source = "export const button = styles as Readonly<Record<'cta' | 'primary', string>>"
  expect([...classesUsedBy(source, 'styles').names]).toEqual(['cta', 'primary'])
})

test('a style sheet defines the classes of its selectors, and no global ones', () => {
  const css = `
    .card { composes: base; width: 1.5em; background: url("a.b.png") }
    .card:not(:global(.js), .open) > .part::before { content: ".no" }
    @media (max-width: 959.98px) { :global(.js) .wide { margin: .5em } }
    /* .gone {} */ .base {}`
  expect([...classesDefinedIn(css).classes].toSorted()).toEqual(['base', 'card', 'open', 'part', 'wide'])
  expect([...classesDefinedIn(css).composed]).toEqual(['base'])
})

test('a style sheet uses the classes of others that it composes', () => {
  const css = '.card { composes: panel wide from "../controls.module.css"; } .base { composes: card; }'
  expect(composedFrom(css)).toEqual([{ path: '../controls.module.css', names: ['panel', 'wide'] }])
})

test('a source uses classes by name and by value', () => {
  const source =
    "type P = { look: 'lead' | 'card' }; type Q = { tone?: Tone | undefined }; type Tone = 'a' | 'b'\n" +
    "styles.link styles['two-words'] styles[post.look] styles[tone] styles[x] styles[y] ?? ''"
  const asked = classesUsedBy(source, 'styles')
  expect([...asked.names]).toEqual(['link', 'two-words'])
  expect(asked.byValue).toEqual([
    { expression: 'post.look', values: ['lead', 'card'] },
    { expression: 'tone', values: ['a', 'b'] },
    { expression: 'x', values: null },
  ])
})

const sheets = globSync('src/**/*.module.css', { cwd: root }).toSorted()
const importers = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !isTest(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .flatMap(({ path, text }) =>
    importsOf(text).map((imported) => ({
      path,
      sheet: join(dirname(path), imported.path),
      asked: classesUsedBy(text, imported.local),
    })),
  )
const composers = globSync('src/**/*.css', { cwd: root }).flatMap((path) =>
  composedFrom(readFileSync(join(root, path), 'utf8')).map((from) => ({
    path,
    sheet: join(dirname(path), from.path),
    asked: { names: new Set(from.names), byValue: [] },
  })),
)
const sources = [...importers, ...composers]

test('text of the shop follows the size that a reader has set in the browser', () => {
  // Sizes in px that may stay: the count on the cart's cup, and letters below the stars, which are hidden. A size in
  // `max()` grows with the reader's setting. The staff's admin bar is left out: it has the height of WordPress's.
  const fixed = ['comment-form.module.css: 1px', 'mini-cart.module.css: 600 12px']
  const found = globSync('src/**/*.css', { cwd: root })
    .filter((path) => !/\/(admin|editor)\/|admin-bar/.test(path))
    .flatMap((path) => {
      const css = readFileSync(join(root, path), 'utf8')
      const sizes = [...css.matchAll(/font(?:-size)?: (?!max\()([^;]*\dpx)/g)]
      return sizes.map(([, size]) => `${basename(path)}: ${size}`)
    })
  expect(found.toSorted()).toEqual(fixed)
})

test('every class that is used is defined, and the values it is selected by are known', () => {
  const missing = sources.flatMap(({ path, sheet, asked }) => {
    const { classes } = classesDefinedIn(readFileSync(join(root, sheet), 'utf8'))
    const named = [...asked.names].filter((name) => !classes.has(name)).map((name) => `${path}: no class ${name}`)
    const chosen = asked.byValue.flatMap((one) => {
      if (!one.values) return [`${path}: the values of ${one.expression} are unknown`]
      return one.values.filter((name) => !classes.has(name)).map((name) => `${path}: no class ${name}`)
    })
    return [...named, ...chosen]
  })
  expect(missing).toEqual([])
})

test('every class that is defined is used', () => {
  const idle = sheets.flatMap((sheet) => {
    const { classes, composed } = classesDefinedIn(readFileSync(join(root, sheet), 'utf8'))
    const users = sources.filter((source) => source.sheet === sheet)
    const asked = new Set([
      ...composed,
      ...users.flatMap(({ asked: { names, byValue } }) => [...names, ...byValue.flatMap((one) => one.values ?? [])]),
    ])
    // If a class can be selected by any value, unused classes cannot be detected.
    if (users.some(({ path }) => /styles\[[^\]']+\] \?\? ''/.test(readFileSync(join(root, path), 'utf8')))) return []
    return [...classes].filter((name) => !asked.has(name)).map((name) => `${sheet}: unused class ${name}`)
  })
  expect(idle).toEqual([])
})
