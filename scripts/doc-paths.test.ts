/** README.md and docs/ name files and folders of this repository; all of them must exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]

/** Paths such as src/app.ts, but not the path of a URL such as https://example.com/docs/page. */
const repositoryPath = /(?<![\w./-])(?:src|test|scripts|db|docs|sandbox|pictures)\/[\w./-]*[\w/]/g
/** Source files named without their top folder, such as shop/cart/cart.ts. */
const sourceFile = /(?<![\w./*<>-])[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs)\b/g
const link = /\]\((?![a-z]+:|#)([^)#\s]+)/g
const documentName = /(?<![\w./-])(?:[\w-]+\/)*[\w-]+\.md\b/g

/** The specification is kept outside the repository. */
const external = new Set(['shop.md', 'html-notes.md'])

function missingPaths(text: string, folder: string): string[] {
  const paths = [...text.matchAll(repositoryPath)].map(([path]) => path).filter((path) => !existsSync(join(root, path)))
  const files = [...text.matchAll(sourceFile)]
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))
  const links = [...text.matchAll(link)].flatMap(([, target = '']) =>
    existsSync(join(root, folder, target)) ? [] : target,
  )
  const names = [...text.matchAll(documentName)]
    .map(([name]) => name)
    .filter((name) => !external.has(name) && ![folder, 'docs', '.'].some((from) => existsSync(join(root, from, name))))
  return [...new Set([...paths, ...files, ...links, ...names])]
}

describe('paths in the documentation', () => {
  test('a missing file, folder, link target or document is found', () => {
    const text =
      'See `src/app.ts`, src/no-such-folder/, [a page](no-such-page.md#part), [this](../README.md) and decisions/gone.md, `cart/gone.ts`.'
    expect(missingPaths(text, 'docs')).toEqual([
      'src/no-such-folder/',
      'cart/gone.ts',
      'no-such-page.md',
      'decisions/gone.md',
    ])
    expect(missingPaths('https://example.com/docs/page and [elsewhere](https://example.com/x.html)', '.')).toEqual([])
  })

  test.each(documents)('%s names only what exists', (document) => {
    expect(missingPaths(readFileSync(join(root, document), 'utf8'), dirname(document))).toEqual([])
  })

  test('comments in the code name only documents that exist', () => {
    const sources = globSync('{src,test,scripts,db,sandbox,pictures}/**/*.{ts,tsx,mjs}', { cwd: root })
    const missing = sources.flatMap((source) =>
      [...readFileSync(join(root, source), 'utf8').matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g)]
        .filter(([path]) => !existsSync(join(root, path)))
        .map(([path]) => `${source}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('scripts name only files that exist', () => {
    const named = /'((?:src|test|scripts|db|sandbox|pictures)\/[\w./-]+\.(?:tsx?|mjs))'/g
    const missing = globSync('{scripts/*.mjs,*.config.ts}', { cwd: root }).flatMap((source) =>
      [...readFileSync(join(root, source), 'utf8').matchAll(named)]
        .filter(([, path = '']) => !existsSync(join(root, path)))
        .map(([, path]) => `${source}: ${path}`),
    )
    expect(missing).toEqual([])
  })
})
