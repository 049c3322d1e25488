import { createHash } from 'node:crypto'
import { isSameSignature } from '../../platform/web/signature.ts'

/** Only this digest is stored. The secret is random and long, so it cannot be guessed from the digest. */
export const clientSecretDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const hasClientSecret = (payment: { clientSecretDigest: string | null }, secret: string): boolean =>
  payment.clientSecretDigest !== null && isSameSignature(clientSecretDigest(secret), payment.clientSecretDigest)
