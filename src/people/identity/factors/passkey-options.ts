import { isIP } from 'node:net'
import type { PasskeyOptions } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/** A passkey without a check of who holds it (fingerprint, face, PIN) would be one factor, and counts as none here. */
function requireUserVerification(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { message: 'The passkey did not verify its user.' })
}

/** Whether this shop can have passkeys: they belong to a host name, never to an IP address. */
export function supportsPasskeys(shopUrl: string): boolean {
  const { hostname } = new URL(shopUrl)
  return isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** Passkeys of this shop's host. They stand for both factors, so that each use has to verify the person. */
export const passkeyOptions = (shopUrl: string) =>
  ({
    rpID: new URL(shopUrl).hostname,
    origin: new URL(shopUrl).origin,
    schema: { passkey: { modelName: 'passkeys' } },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerification(verification.authenticationInfo.userVerified),
    },
  }) satisfies PasskeyOptions
