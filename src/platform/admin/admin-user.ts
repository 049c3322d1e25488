import type { Role } from '../access/permissions.ts'

type PaymentMode = 'live' | 'test' | 'sandbox'

/** Who sits in front of the back office, and the words that prove our own pages to the server. */
export type AdminUser = {
  readonly name: string
  readonly role: Role
  /** Whether money moves: the provider's live or test mode, or the sandbox in its place. */
  readonly payments: PaymentMode
  /** Goes along with every call of the JSON. */
  readonly restNonce: string
  readonly signOutNonce: string
}

/** The names of the shell's data attributes, in one place for the server that writes and the browser that reads. */
export const adminUserAttributes = (user: AdminUser) => ({
  'data-name': user.name,
  'data-role': user.role,
  'data-payments': user.payments,
  'data-rest-nonce': user.restNonce,
  'data-sign-out-nonce': user.signOutNonce,
})

export function parseAdminUser(root: HTMLElement): AdminUser {
  const { name, role, payments, restNonce, signOutNonce } = root.dataset
  if (!name || !role || !payments || !restNonce || !signOutNonce)
    throw new Error('The back office was opened without a person')
  return { name, role: role as Role, payments: payments as PaymentMode, restNonce, signOutNonce }
}
