import { expect, test } from 'vitest'
import {
  type Capability,
  can,
  includesRole,
  isStaff,
  type RoleOrGuest,
  roleNames,
  roles,
  staffRoles,
} from './permissions.ts'

const everything: Capability[] = [
  'shop.buy',
  'reviews.write',
  'content.read',
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
  'coupons.write',
  'customers.write',
  'shop.settings',
  'users.manage',
  'payments.settings',
  'log.read',
]
const allowedTo = (role: RoleOrGuest) => everything.filter((capability) => can({ role }, capability))

test('[ACC-03] a guest can shop, review and read, and nothing else', () => {
  expect(allowedTo('guest')).toEqual(['shop.buy', 'reviews.write', 'content.read'])
  expect(everything.filter((capability) => can(null, capability))).toEqual(allowedTo('guest'))
})

test('[ACC-03] a customer also has an account', () => {
  expect(allowedTo('customer')).toEqual(['shop.buy', 'reviews.write', 'content.read', 'account.access'])
})

test('[ACC-03] an editor edits content, and sees neither orders nor customers', () => {
  for (const capability of [
    'admin.access',
    'content.write',
    'comments.moderate',
    'builder.use',
    'theme.edit',
  ] as const) {
    expect(can({ role: 'editor' }, capability)).toBe(true)
  }
  for (const capability of [
    'orders.read',
    'orders.write',
    'emails.read',
    'customers.write',
    'users.manage',
    'shop.settings',
    'log.read',
  ] as const) {
    expect(can({ role: 'editor' }, capability)).toBe(false)
  }
})

test('[ACC-03] a shop manager runs the shop, but neither staff nor where the money goes', () => {
  expect(everything.filter((capability) => !can({ role: 'shop_manager' }, capability))).toEqual([
    ...['users.manage', 'payments.settings', 'log.read'],
  ])
})

test('[ACC-03] an administrator may do everything', () => {
  expect(allowedTo('administrator')).toEqual(everything)
})

test('[ACC-03] each role includes those before it, and none after it', () => {
  expect(roles).toEqual(['customer', 'editor', 'shop_manager', 'administrator'])
  roles.forEach((role, rank) => {
    expect(roles.filter((other) => includesRole(role, other))).toEqual(roles.slice(0, rank + 1))
  })
  expect(staffRoles).toEqual(['editor', 'shop_manager', 'administrator'])
  expect(isStaff({ role: 'customer' })).toBe(false)
  expect(Object.keys(roleNames)).toEqual([...roles])
})
