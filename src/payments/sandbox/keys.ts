import { createHash, createHmac } from 'node:crypto'

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

/** A key pair needs no registration: the publishable key is a digest of the secret one, which it does not reveal. */
function publishableKeyOf(secretKey: string): string {
  return `pk_test_${accountOf(secretKey)}`
}

export type Caller = { account: string; key: 'secret' | 'publishable' }

/** Who presents this API key, or null when it is no sandbox key. Each pair has an account of its own. */
export function callerOf(apiKey: string): Caller | null {
  if (/^sk_test_\w{16,200}$/.test(apiKey)) return { account: accountOf(apiKey), key: 'secret' }
  const publishable = /^pk_test_([0-9a-f]{40})$/.exec(apiKey)
  return publishable?.[1] ? { account: publishable[1], key: 'publishable' } : null
}

/** The account a secret key belongs to. */
export function accountOf(secretKey: string): string {
  return createHash('sha256').update(`account ${secretKey}`).digest('hex').slice(0, 40)
}
