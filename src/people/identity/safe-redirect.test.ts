import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const shop = 'http://shop.test'

test('a page of the shop, by path or URL', () => {
  expect(safeRedirect('/wp-admin/orders/?status=processing', shop)).toBe('/wp-admin/orders/?status=processing')
  expect(safeRedirect('http://shop.test/checkout/#payment', shop)).toBe('/checkout/#payment')
})

test('external targets are null', () => {
  const external = [
    undefined,
    '',
    'https://shop.test/',
    'http://shop.test.evil.test/',
    'http://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    '\\\\evil.test',
    'http://shop.test//evil.test/',
    'http://shop.test@evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.test/',
    `/${'x'.repeat(3000)}`,
  ]
  for (const redirectTo of external) expect([redirectTo, safeRedirect(redirectTo, shop)]).toEqual([redirectTo, null])
})
