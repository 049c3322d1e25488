import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SandboxKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** The shop's sandbox keys, derived from a secret of the installation and therefore stable. */
export function sandboxKeys(installationSecret: string): SandboxKeys {
  const derive = (purpose: string) => createHmac('sha256', installationSecret).update(purpose).digest('hex')
  const secretKey = `sk_test_${derive('sandbox secret key')}`
  return {
    secretKey,
    publishableKey: publishableKeyOf(secretKey),
    webhookSecret: `whsec_${derive('sandbox webhook secret')}`,
  }
}

/** The publishable key is a digest of the secret key, so that it does not reveal the secret key. */
function publishableKeyOf(secretKey: string): string {
  return `pk_test_${accountOf(secretKey)}`
}

export type Caller = { account: string; key: 'secret' | 'publishable' }

/** The caller of an API key: the shop, or a browser with the publishable key. Null for any other key. */
export function callerOf(apiKey: string, secretKey: string): Caller | null {
  const account = accountOf(secretKey)
  if (isSame(apiKey, secretKey)) return { account, key: 'secret' }
  return isSame(apiKey, publishableKeyOf(secretKey)) ? { account, key: 'publishable' } : null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

/** The account of a secret key. */
export function accountOf(secretKey: string): string {
  return createHash('sha256').update(`account ${secretKey}`).digest('hex').slice(0, 40)
}
