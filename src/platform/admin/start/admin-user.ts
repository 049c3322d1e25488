import type { Role } from '../../access/permissions.ts'

export type AdminUser = {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** Payment mode: live or test mode of the provider, or the sandbox. */
  readonly payments: 'live' | 'test' | 'sandbox'
  readonly timeZone: string
  readonly siteTitle: string
  /** Unit for the weight of products, such as 'kg'. */
  readonly weightUnit: string
  readonly restNonce: string
  readonly signOutNonce: string
}

/** Data attributes of the admin shell, which the server writes and the browser reads. */
export const adminUserAttributes = (user: AdminUser) => ({
  'data-id': user.id,
  'data-name': user.name,
  'data-role': user.role,
  'data-payments': user.payments,
  'data-time-zone': user.timeZone,
  'data-site-title': user.siteTitle,
  'data-weight-unit': user.weightUnit,
  'data-rest-nonce': user.restNonce,
  'data-sign-out-nonce': user.signOutNonce,
})

export function parseAdminUser(root: HTMLElement): AdminUser {
  const { id, name, role, payments, timeZone, siteTitle, weightUnit, restNonce, signOutNonce } = root.dataset
  if (!id || !name || !role || !payments || !timeZone || !siteTitle || !weightUnit || !restNonce || !signOutNonce)
    throw new Error('The back office was opened without a person')
  const kind = { role: role as Role, payments: payments as AdminUser['payments'] }
  return { id: Number(id), name, ...kind, timeZone, siteTitle, weightUnit, restNonce, signOutNonce }
}
