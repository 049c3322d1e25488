/** Roles of people with an account, each with the rights of the one before; names are those of WordPress and WooCommerce. */
export const roles = ['customer', 'editor', 'shop_manager', 'administrator'] as const
export type Role = (typeof roles)[number]
export type RoleOrGuest = Role | 'guest'

export const roleNames: Readonly<Record<Role, string>> = {
  customer: 'Customer',
  editor: 'Editor',
  shop_manager: 'Shop manager',
  administrator: 'Administrator',
}

/**
 * Permissions, each role's beside those of the one before. The specification names guest, customer and editor rights
 * and leaves the finer ones open (shop.md §6); those of the back office are ours (docs/decisions/roles.md).
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
const shopManager = [
  ...editor,
  'orders.read',
  'orders.write',
  'emails.read',
  'products.write',
  'coupons.write',
  'customers.write',
  'shop.settings',
] as const
const administrator = [
  ...shopManager,
  /** Staff: roles, invitations, sign-ins and keys of others, and what of emails lets somebody in. */
  'users.manage',
  /** Where the money goes. */
  'payments.settings',
  'log.read',
] as const
export type Capability = (typeof administrator)[number]

const allowed: Readonly<Record<RoleOrGuest, readonly Capability[]>> = {
  guest,
  customer,
  editor,
  shop_manager: shopManager,
  administrator,
}

/** The only permission check. `null` is a guest. */
export const can = (user: { readonly role: RoleOrGuest } | null, capability: Capability): boolean =>
  allowed[user?.role ?? 'guest'].includes(capability)

/** Whether an account is one of the staff, whom only those who manage users may change. */
export const isStaff = (user: { readonly role: RoleOrGuest } | null): boolean => can(user, 'admin.access')

export const staffRoles: readonly Role[] = roles.filter((role) => isStaff({ role }))

/** Whether a role permits everything that another one does: nobody gives more than they have. */
export const includesRole = (role: Role, other: Role): boolean =>
  allowed[other].every((capability) => can({ role }, capability))
