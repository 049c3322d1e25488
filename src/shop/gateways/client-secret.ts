import { createHash } from 'node:crypto'
import { isSameSignature } from '../../platform/web/signature.ts'

/** What is stored of a client secret. The secret is random and long, so that nobody can guess it from its digest. */
export const clientSecretDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const hasClientSecret = (payment: { clientSecretDigest: string | null }, secret: string): boolean =>
  payment.clientSecretDigest !== null && isSameSignature(clientSecretDigest(secret), payment.clientSecretDigest)
