/** Roles of people with an account, each with the rights of the one before. */
export const roles = ['customer', 'editor', 'administrator'] as const
export type Role = (typeof roles)[number]
/** Role of any visitor, signed in or not. */
export type RoleOrGuest = Role | 'guest'

/**
 * Permissions, each role's beside those of the one before. The specification names guest, customer and editor rights
 * and leaves the finer ones open (shop.md §6); those of the back office are ours.
 */
const guest = ['shop.buy', 'reviews.write', 'content.read'] as const
const customer = [...guest, 'account.access'] as const
const editor = [
  ...customer,
  'admin.access',
  'content.write',
  'comments.moderate',
  'builder.use',
  'media.upload',
  'theme.edit',
] as const
const administrator = [
  ...editor,
  'orders.read',
  'orders.write',
  'emails.read',
  'products.write',
  'coupons.write',
  'users.manage',
  'shop.settings',
] as const
export type Capability = (typeof administrator)[number]

const allowed: Readonly<Record<RoleOrGuest, readonly Capability[]>> = { guest, customer, editor, administrator }

/** The only permission check. `null` is a guest. */
export const can = (user: { readonly role: RoleOrGuest } | null, capability: Capability): boolean =>
  allowed[user?.role ?? 'guest'].includes(capability)
