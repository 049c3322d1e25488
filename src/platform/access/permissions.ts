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
 * What people of one role, and of those after it, may do. Rooms declare theirs in `capabilities.ts`; composition collects
 * them. The specification names guest, customer and editor rights and leaves the finer ones open (shop.md §6); those of the
 * back office are ours (docs/decisions/roles.md).
 */
export type Capability = { readonly name: string; readonly role: RoleOrGuest }

/* @__NO_SIDE_EFFECTS__ */
export const defineCapability = (name: string, role: RoleOrGuest): Capability => ({ name, role })

export const adminAccess = defineCapability('admin.access', 'editor')

/** -1 for guests, who have no role. */
const rankOf = (role: RoleOrGuest): number => (roles as readonly RoleOrGuest[]).indexOf(role)

/** Whether a role permits everything that another one does, because nobody can grant more than they have. */
export const includesRole = (role: RoleOrGuest, other: RoleOrGuest): boolean => rankOf(role) >= rankOf(other)

/** The only permission check. `null` is a guest. */
export const can = (user: { readonly role: RoleOrGuest } | null, { role }: Capability): boolean =>
  includesRole(user?.role ?? 'guest', role)

/** Whether an account is one of the staff, whom only those who manage users may change. */
export const isStaff = (user: { readonly role: RoleOrGuest } | null): boolean => can(user, adminAccess)

export const staffRoles: readonly Role[] = roles.filter((role) => isStaff({ role }))
