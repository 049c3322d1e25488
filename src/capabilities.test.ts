import { expect, test } from 'vitest'
import { capabilities } from './capabilities.ts'
import { screens } from './faces/admin/screens.ts'
import { restCalls } from './faces/rest/rest.routes.ts'
import {
  can,
  includesRole,
  isStaff,
  type RoleOrGuest,
  roleNames,
  roles,
  staffRoles,
} from './platform/access/permissions.ts'

const everything = [
  'shop.buy',
  'reviews.write',
  'content.read',
  'comments.read',
  'account.access',
  'admin.access',
  'content.write',
  'comments.moderate',
  'builder.use',
  'forms.write',
  'submissions.read',
  'media.upload',
  'theme.edit',
  'orders.read',
  'orders.write',
  'emails.read',
  'products.texts',
  'products.write',
  'coupons.write',
  'customers.write',
  'shop.settings',
  'users.manage',
  'payments.settings',
  'log.read',
]
const declared = [...capabilities.keys()]
const namesAllowedTo = (user: { readonly role: RoleOrGuest } | null) =>
  declared.filter((capability) => can(user, capability)).map(({ name }) => name)
const allowedTo = (role: RoleOrGuest) => namesAllowedTo({ role })

test('every capability is collected once, also those of calls and screens', () => {
  expect(declared.map(({ name }) => name)).toEqual(everything)
  for (const { path, capability } of [...restCalls, ...screens]) expect(declared, path).toContain(capability)
})

test('[ACC-03] a guest can shop, review and read, and nothing else', () => {
  expect(allowedTo('guest')).toEqual(['shop.buy', 'reviews.write', 'content.read', 'comments.read'])
  expect(namesAllowedTo(null)).toEqual(allowedTo('guest'))
})

test('[ACC-03] a customer also has an account', () => {
  expect(allowedTo('customer')).toEqual([
    'shop.buy',
    'reviews.write',
    'content.read',
    'comments.read',
    'account.access',
  ])
})

test('[ACC-03] an editor edits content, and sees neither orders nor customers', () => {
  for (const capability of [
    'admin.access',
    'content.write',
    'comments.moderate',
    'builder.use',
    'forms.write',
    'theme.edit',
  ]) {
    expect(allowedTo('editor')).toContain(capability)
  }
  for (const capability of [
    'submissions.read',
    'orders.read',
    'orders.write',
    'emails.read',
    'customers.write',
    'users.manage',
    'shop.settings',
    'log.read',
  ]) {
    expect(allowedTo('editor')).not.toContain(capability)
  }
})

test('[ACC-03] a shop manager runs the shop, but neither staff nor where the money goes', () => {
  expect(everything.filter((capability) => !allowedTo('shop_manager').includes(capability))).toEqual([
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
