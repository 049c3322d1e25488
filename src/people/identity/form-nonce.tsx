import { createNonce, verifyNonce } from './auth-session.ts'

export type FormNonce = { readonly name: string; readonly value: string }

/** Replaces the session id. Guests share one nonce per form: their protection is the origin check. */
const GUEST = 'guest'

export const guestForms = {
  signIn: 'woocommerce-login-nonce',
  register: 'woocommerce-register-nonce',
  lostPassword: 'woocommerce-lost-password-nonce',
  resetPassword: 'woocommerce-reset-password-nonce',
} as const

type GuestFormName = (typeof guestForms)[keyof typeof guestForms]

export const guestNonce = (secret: string, name: GuestFormName): FormNonce => ({
  name,
  value: createNonce(secret, name, GUEST),
})

export type GuestNonces = { readonly signIn: FormNonce; readonly register: FormNonce }

export const guestNonces = (secret: string): GuestNonces => ({
  signIn: guestNonce(secret, guestForms.signIn),
  register: guestNonce(secret, guestForms.register),
})

/** Whether a guest's form has a nonce that this shop did not issue. Without a nonce only the origin is checked. */
export const hasForgedNonce = (
  secret: string,
  name: GuestFormName,
  fields: Readonly<Record<string, string | undefined>>,
): boolean => fields[name] !== undefined && !verifyNonce(secret, name, GUEST, fields[name])

export const expiredText = 'This page had been open for too long, so nothing was changed. Please try again.'

export const NonceFields = ({ nonce, page }: { readonly nonce: FormNonce; readonly page: string }) => (
  <>
    <input type="hidden" name={nonce.name} value={nonce.value} />
    <input type="hidden" name="_wp_http_referer" value={page} />
  </>
)
