import type { Role } from '../accounts/permissions.ts'

type PaymentMode = 'live' | 'test' | 'sandbox'

/** Who sits in front of the back office, and the words that prove our own pages to the server. */
export type Person = {
  readonly name: string
  readonly role: Role
  /** Whether money moves: the provider's live or test mode, or the sandbox in its place. */
  readonly payments: PaymentMode
  /** Goes along with every call of the JSON. */
  readonly restNonce: string
  readonly signOutNonce: string
}

/** The names of the shell's data attributes, in one place for the server that writes and the browser that reads. */
export const personAttributes = (person: Person) => ({
  'data-name': person.name,
  'data-role': person.role,
  'data-payments': person.payments,
  'data-rest-nonce': person.restNonce,
  'data-sign-out-nonce': person.signOutNonce,
})

export function readPerson(root: HTMLElement): Person {
  const { name, role, payments, restNonce, signOutNonce } = root.dataset
  if (!name || !role || !payments || !restNonce || !signOutNonce)
    throw new Error('The back office was opened without a person')
  return { name, role: role as Role, payments: payments as PaymentMode, restNonce, signOutNonce }
}
