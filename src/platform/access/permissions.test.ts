import { expect, test } from 'vitest'
import { type Capability, can, type RoleOrGuest } from './permissions.ts'

const everything: Capability[] = [
  'shop.buy',
  'reviews.write',
  'account.access',
  'admin.access',
  'content.write',
  'comments.moderate',
  'builder.use',
  'media.upload',
  'theme.edit',
  'orders.read',
  'orders.write',
  'emails.read',
  'products.write',
  'users.manage',
  'shop.settings',
]
const allowedTo = (role: RoleOrGuest) => everything.filter((capability) => can({ role }, capability))

test('[ACC-03] a guest can shop and review, and nothing else', () => {
  expect(allowedTo('guest')).toEqual(['shop.buy', 'reviews.write'])
  expect(everything.filter((capability) => can(null, capability))).toEqual(allowedTo('guest'))
})

test('[ACC-03] a customer also has an account', () => {
  expect(allowedTo('customer')).toEqual(['shop.buy', 'reviews.write', 'account.access'])
})

test('[ACC-03] an editor edits content and cannot see orders', () => {
  for (const capability of [
    'admin.access',
    'content.write',
    'comments.moderate',
    'builder.use',
    'theme.edit',
  ] as const) {
    expect(can({ role: 'editor' }, capability)).toBe(true)
  }
  for (const capability of ['orders.read', 'orders.write', 'emails.read', 'users.manage', 'shop.settings'] as const) {
    expect(can({ role: 'editor' }, capability)).toBe(false)
  }
})

test('[ACC-03] an administrator may do everything', () => {
  expect(allowedTo('administrator')).toEqual(everything)
})
