import { describe, expect, test } from 'vitest'
import { adminAccess } from '../access/permissions.ts'
import { navScreenAt, type Screen } from './screen.ts'

const load = () => Promise.reject(new Error('No screen is rendered here'))
const screen = (path: string, section?: NonNullable<Screen['nav']>['section']): Screen => ({
  path,
  capability: adminAccess,
  ...(section && { nav: { label: path, section } }),
  load,
})
const screens = [
  screen('/wp-admin/', 'start'),
  screen('/wp-admin/mails/', 'run'),
  screen('/wp-admin/mails/kinds/', 'run'),
  screen('/wp-admin/products/', 'products'),
  screen('/wp-admin/products/:id{[0-9]+}/'),
  screen('/wp-admin/help/'),
]

describe('the entry of the navigation that an address belongs to', () => {
  test.each([
    ['/wp-admin/', '/wp-admin/'],
    ['/wp-admin/mails/', '/wp-admin/mails/'],
    ['/wp-admin/mails/kinds/new-order/', '/wp-admin/mails/kinds/'],
    ['/wp-admin/products/12/', '/wp-admin/products/'],
    ['/wp-admin/help/', undefined],
  ])('%s', (address, path) => {
    expect(navScreenAt(screens, address)?.path).toBe(path)
  })
})
