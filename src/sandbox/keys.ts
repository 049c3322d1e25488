import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SandboxKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** The shop's own sandbox keys, derived from a secret of the installation: the same after every start. */
export function sandboxKeys(installationSecret: string): SandboxKeys {
  const derive = (purpose: string) => createHmac('sha256', installationSecret).update(purpose).digest('hex')
  const secretKey = `sk_test_${derive('sandbox secret key')}`
  return {
    secretKey,
    publishableKey: publishableKeyOf(secretKey),
    webhookSecret: `whsec_${derive('sandbox webhook secret')}`,
  }
}

/** The publishable key is a digest of the secret one, which it does not reveal. */
function publishableKeyOf(secretKey: string): string {
  return `pk_test_${accountOf(secretKey)}`
}

export type Caller = { account: string; key: 'secret' | 'publishable' }

/** Who presents this API key: the shop itself, or a browser with the shop's publishable key. Null for any other key. */
export function callerOf(apiKey: string, secretKey: string): Caller | null {
  const account = accountOf(secretKey)
  if (isSame(apiKey, secretKey)) return { account, key: 'secret' }
  return isSame(apiKey, publishableKeyOf(secretKey)) ? { account, key: 'publishable' } : null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

/** The account a secret key belongs to. */
export function accountOf(secretKey: string): string {
  return createHash('sha256').update(`account ${secretKey}`).digest('hex').slice(0, 40)
}
