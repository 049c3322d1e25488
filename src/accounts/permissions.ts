/** Everybody who comes to the shop, with or without a sign-in. */
export type Who = Role | 'guest'

/**
 * What somebody may be allowed to do. The specification names guest, customer and editor rights and leaves the finer
 * ones open (shop.md §6); the ones of the back office are ours.
 */
export type Capability =
  | 'shop.buy'
  | 'reviews.write'
  | 'account.own'
  | 'staff.enter'
  | 'content.write'
  | 'comments.moderate'
  | 'builder.use'
  | 'media.upload'
  | 'orders.read'
  | 'orders.write'
  | 'mail.read'
  | 'products.write'
  | 'coupons.write'
  | 'people.manage'
  | 'shop.looks'
  | 'shop.settings'

const guest: readonly Capability[] = ['shop.buy', 'reviews.write']
const customer: readonly Capability[] = [...guest, 'account.own']
const editor: readonly Capability[] = [
  ...customer,
  'staff.enter',
  'content.write',
  'comments.moderate',
  'builder.use',
  'media.upload',
  'shop.looks',
]
const administrator: readonly Capability[] = [
  ...editor,
  'orders.read',
  'orders.write',
  'mail.read',
  'products.write',
  'coupons.write',
  'people.manage',
  'shop.settings',
]

const allowed: Readonly<Record<Who, ReadonlySet<Capability>>> = {
  guest: new Set(guest),
  customer: new Set(customer),
  editor: new Set(editor),
  administrator: new Set(administrator),
}

/** The one answer to "who may do this". Takes no person at all as a guest. */
export const can = (who: { readonly role: Who } | null, capability: Capability): boolean =>
  allowed[who?.role ?? 'guest'].has(capability)

export type Role = 'customer' | 'editor' | 'administrator'
