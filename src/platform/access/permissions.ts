/** Roles of accounts with WordPress's and WooCommerce's names. Each includes the rights of the one before. */
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
 * What a role, and those above it, may do. Rooms declare theirs in `capabilities.ts`; composition collects them. The
 * specification names guest, customer and editor rights and leaves the finer ones open (shop.md §6); those of the back
 * office are ours (docs/decisions/roles.md).
 */
export type Capability = { readonly name: string; readonly role: RoleOrGuest }

/* @__NO_SIDE_EFFECTS__ */
export const defineCapability = (name: string, role: RoleOrGuest): Capability => ({ name, role })

export const adminAccess = defineCapability('admin.access', 'editor')

/** Rank of a role; -1 for guests, who have none. */
const rankOf = (role: RoleOrGuest): number => (roles as readonly RoleOrGuest[]).indexOf(role)

/** Whether a role has all rights of another, which is required to grant that one. */
export const includesRole = (role: RoleOrGuest, other: RoleOrGuest): boolean => rankOf(role) >= rankOf(other)

/** The only permission check. `null` is a guest. */
export const can = (user: { readonly role: RoleOrGuest } | null, { role }: Capability): boolean =>
  includesRole(user?.role ?? 'guest', role)

/** Whether an account is staff. Only managers of users may change it. */
export const isStaff = (user: { readonly role: RoleOrGuest } | null): boolean => can(user, adminAccess)

export const staffRoles: readonly Role[] = roles.filter((role) => isStaff({ role }))
