import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawRooms, findViolations, importedPaths, readImports, roomOf, withDrawing } from './rooms.ts'

/** The imports in a source tree that consists of these files. */
function importsIn(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'rooms-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return readImports(root)
}

test('the path shows the room', () => {
  expect(
    [
      'src/app.ts',
      'src/cli/run-cli.ts',
      'src/sandbox/browser/page.js',
      'src/shop/cart/pages/x.tsx',
      'src/platform/env.ts',
    ].map(roomOf),
  ).toEqual(['composition', 'composition', 'sandbox', 'shop/cart', 'platform/env'])
})

test('imports of types and values are read, on several lines, for their effect and on demand', () => {
  const source = `import type { A } from './a.ts'
import {
  b,
  type B,
} from '../b.ts'
import './c.css'
export * from "./d.ts"
import image from './e.webp?url'
import { z } from 'zod'
void import('./f.ts')`
  expect(importedPaths(source)).toEqual(['./a.ts', '../b.ts', './c.css', './d.ts', './e.webp', './f.ts'])
})

test('a cycle of rooms through a type is found, though no two files import each other', () => {
  const imports = importsIn({
    'src/shop/cart/cart.ts': "import { price } from '../pricing/price.ts'",
    'src/shop/pricing/price.ts': 'export const price = 1',
    'src/shop/pricing/rule.ts': "import type { Line } from '../cart/line.ts'",
    'src/shop/cart/line.ts': 'export type Line = object',
  })
  expect(findViolations(imports)).toEqual([
    'rooms form a cycle: shop/cart -> shop/pricing -> shop/cart\n' +
      '  src/shop/cart/cart.ts -> src/shop/pricing/price.ts\n' +
      '  src/shop/pricing/rule.ts -> src/shop/cart/line.ts',
  ])
})

test('a type import from a floor above is found; tests and composition may import everything', () => {
  const imports = importsIn({
    'src/things/media/media.ts': "import type { User } from '../../people/accounts/user.ts'",
    'src/things/media/media.test.ts': "import { app } from '../../app.ts'",
    'src/people/accounts/user.ts': 'export type User = object',
    'src/app.ts': "import './things/media/media.ts'",
  })
  expect(findViolations(imports)).toEqual([
    'import from a floor above: src/things/media/media.ts -> src/people/accounts/user.ts',
  ])
})

test('shop and site meet at one port, and rooms of the shop do not import checkout', () => {
  const imports = importsIn({
    'src/shop/reviews/reviews.ts': "import '../../site/comments/comments.ts'",
    'src/shop/cart/cart.ts': "import '../checkout/checkout.ts'\nimport '../../site/content/content.ts'",
    'src/shop/checkout/checkout.ts': '',
    'src/site/comments/comments.ts': '',
    'src/site/content/content.ts': "import '../../shop/catalog/product.ts'",
    'src/shop/catalog/product.ts': '',
    'src/faces/rest/rest.ts': "import '../../shop/checkout/checkout.ts'",
  })
  expect(findViolations(imports)).toEqual([
    'checkout is imported by a room of the shop: src/shop/cart/cart.ts -> src/shop/checkout/checkout.ts',
    'shop and site meet outside their port: src/shop/cart/cart.ts -> src/site/content/content.ts',
    'shop and site meet outside their port: src/site/content/content.ts -> src/shop/catalog/product.ts',
  ])
})

test('the drawing lists each room above those it imports, and replaces the old one', () => {
  const imports = importsIn({
    'src/shop/cart/cart.ts': "import '../pricing/total.ts'\nimport '../../people/accounts/user.ts'",
    'src/shop/pricing/total.ts': "import '../../platform/money/money.ts'",
    'src/people/accounts/user.ts': '',
    'src/platform/money/money.ts': '',
  })
  const drawing = drawRooms(imports)
  expect(drawing).toBe(
    [
      '```',
      'shop',
      '  cart    -> pricing; people: accounts',
      '  pricing',
      'people',
      '  accounts',
      'platform',
      '  money',
      '```',
    ].join('\n'),
  )
  const place = '<!-- rooms: npx node scripts/boundaries.mjs --draw -->\n\nold\n\n<!-- end of rooms -->'
  expect(withDrawing(`# Map\n${place}\nEnd`, drawing)).toBe(`# Map\n${place.replace('old', drawing)}\nEnd`)
  expect(withDrawing('# Map', drawing)).toBeNull()
})
