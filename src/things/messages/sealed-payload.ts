import { openSeal, seal } from '../../platform/web/seal.ts'
import type { Email } from './emails.table.ts'

export type MessageSecrets<Field extends string = string> = {
  readonly blanks: Readonly<Partial<Record<Field, string>>>
  readonly lifetimeMs: number
}

export const NO_KEY = 'removed'
/** Replaces a code of six digits. */
export const NO_DIGITS = '••••••'

type Addressed = Pick<Email, 'template' | 'recipient'>

/** Binds the seal to type and recipient, so that it cannot be opened for another mailbox. */
const useOf = ({ template, recipient }: Addressed) => ({
  purpose: 'email',
  owner: JSON.stringify([template, recipient]),
})

export function sealPayload(
  shop: { readonly secret: string; readonly now: () => Date },
  email: Addressed,
  payload: object,
  secrets: MessageSecrets | undefined,
): Pick<Email, 'data' | 'sealed' | 'sealedUntil'> {
  const isSecret = ([name]: readonly [string, unknown]) => secrets !== undefined && Object.hasOwn(secrets.blanks, name)
  const fields = Object.entries(payload)
  const hidden = fields.filter(isSecret)
  if (secrets === undefined || hidden.length === 0) return { data: payload, sealed: null, sealedUntil: null }
  return {
    data: Object.fromEntries(fields.filter((field) => !isSecret(field))),
    sealed: seal(shop.secret, useOf(email), JSON.stringify(Object.fromEntries(hidden))),
    sealedUntil: new Date(shop.now().getTime() + secrets.lifetimeMs),
  }
}

export const secretExpired = 'The link or the digits in it expired before it could be sent.'
export const secretOfAnotherShop =
  'The link or the digits in it were sealed with another secret than that of this shop (DATA_DIR), and cannot be opened.'

export type OpenedPayload =
  | { readonly ok: true; readonly payload: object; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly reason: string }

export function openPayload(secret: string, email: Email, now: Date): OpenedPayload {
  const { data, sealed, sealedUntil } = email
  if (sealedUntil === null) return { ok: true, payload: data, secrets: [] }
  if (sealed === null || sealedUntil <= now) return { ok: false, reason: secretExpired }
  const opened = openSeal(secret, useOf(email), sealed)
  if (opened === null) return { ok: false, reason: secretOfAnotherShop }
  const hidden = JSON.parse(opened) as Readonly<Record<string, string>>
  return { ok: true, payload: { ...data, ...hidden }, secrets: Object.values(hidden) }
}

export const blankPayload = ({ data, sealedUntil }: Email, secrets: MessageSecrets | undefined): object =>
  sealedUntil === null ? data : { ...data, ...secrets?.blanks }
