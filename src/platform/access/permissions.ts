/** Role of any visitor, signed in or not. */
export type RoleOrGuest = Role | 'guest'

/**
 * Permissions. The specification names guest, customer and editor rights and leaves the finer ones open (shop.md §6);
 * those of the back office are ours.
 */
export type Capability =
  | 'shop.buy'
  | 'reviews.write'
  | 'account.access'
  | 'admin.access'
  | 'content.write'
  | 'comments.moderate'
  | 'builder.use'
  | 'media.upload'
  | 'orders.read'
  | 'orders.write'
  | 'emails.read'
  | 'products.write'
  | 'coupons.write'
  | 'users.manage'
  | 'theme.edit'
  | 'shop.settings'

const guest: readonly Capability[] = ['shop.buy', 'reviews.write']
const customer: readonly Capability[] = [...guest, 'account.access']
const editor: readonly Capability[] = [
  ...customer,
  'admin.access',
  'content.write',
  'comments.moderate',
  'builder.use',
  'media.upload',
  'theme.edit',
]
const administrator: readonly Capability[] = [
  ...editor,
  'orders.read',
  'orders.write',
  'emails.read',
  'products.write',
  'coupons.write',
  'users.manage',
  'shop.settings',
]

const allowed: Readonly<Record<RoleOrGuest, ReadonlySet<Capability>>> = {
  guest: new Set(guest),
  customer: new Set(customer),
  editor: new Set(editor),
  administrator: new Set(administrator),
}

/** The only permission check. `null` is a guest. */
export const can = (user: { readonly role: RoleOrGuest } | null, capability: Capability): boolean =>
  allowed[user?.role ?? 'guest'].has(capability)

export type Role = 'customer' | 'editor' | 'administrator'
