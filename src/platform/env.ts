import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const text = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional()
/** Normalized as browsers do: scheme and host in lower case. */
const publicUrl = z
  .url({ protocol: /^https?$/i })
  .transform((text) => new URL(text).href)
  .optional()

const Environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65534).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SHOP_URL: publicUrl.refine(
    (url) => !url || url === `${new URL(url).origin}/`,
    'must be a scheme and a host, such as https://tea.example, without a path',
  ),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: text(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  S3_ENDPOINT: publicUrl.refine((url) => !url || new URL(url).username === '', 'must be without a name and a password'),
  S3_BUCKET: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).default('off'),
  SMTP_URL: text(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  MAIL_FROM: text(/\S@\S/, 'must be an email address, or a name with one: Tea <hello@tea.example>'),
  STRIPE_SECRET_KEY: text(/^(sk|rk)_(test|live)_/, 'must be a secret key, sk_test_… or sk_live_…'),
  STRIPE_PUBLISHABLE_KEY: text(/^pk_(test|live)_/, 'must be a publishable key, pk_test_… or pk_live_…'),
  STRIPE_API_URL: publicUrl,
  STRIPE_WEBHOOK_SECRET: text(/^whsec_/, 'must be a webhook signing secret, whsec_…'),
  PAYMENT_SANDBOX: z.enum(['allow']).optional(),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_URL: publicUrl,
  SEED: z.enum(['demo', 'none']).optional(),
  WARM_PICTURES: z.enum(['on', 'off']).default('on'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const storageNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export type Env = z.infer<typeof Environment> & { readonly SEED: 'demo' | 'none' }

export class ConfigurationError extends Error {}

/** Reads the environment once. Throws a `ConfigurationError` that names each invalid variable and what it should be. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const ofStorage = Object.keys(values).filter((name) => name.startsWith('S3_'))
  const unsupported =
    ofStorage.find((name) => !(name in Environment.shape)) ??
    Object.keys(values).find((name) => name === 'DATABASE_REPLICA_URL')
  if (unsupported) {
    throw new ConfigurationError(
      `${unsupported}: this version does not use it yet, and a shop must not look as if it did. Leave it out.`,
    )
  }
  const parsed = Environment.safeParse(values)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigurationError(`These variables need another value:\n${problems.join('\n')}`)
  }
  const env = parsed.data
  const missing = storageNames.filter((name) => env[name] === undefined)
  if (ofStorage.length > 0 && missing.length > 0) {
    throw new ConfigurationError(
      `${missing.join(', ')} not set: for files in S3 set ${storageNames.join(', ')} together, for files in DATA_DIR no variable S3_….`,
    )
  }
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_PUBLISHABLE_KEY === undefined)) {
    throw new ConfigurationError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: set both, or neither for the local sandbox.',
    )
  }
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigurationError(
      'STRIPE_WEBHOOK_SECRET is missing: without it no message of the provider can be trusted.',
    )
  }
  if (env.STRIPE_API_URL && (!env.STRIPE_SECRET_KEY || hasLiveKeys(env))) {
    throw new ConfigurationError(
      'STRIPE_API_URL names a sandbox that runs on its own: it needs the three keys that this sandbox prints, and live keys are never sent there.',
    )
  }
  return { ...env, SEED: env.SEED ?? (productionReason(env) === null ? 'demo' : 'none') }
}

/** The first sign in the environment that this shop is public, as text for the operator; null if there is none. */
export function productionReason(
  env: Pick<Env, 'SHOP_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>,
): string | null {
  if (hasLiveKeys(env)) return 'its payment keys are live'
  return env.SHOP_URL?.startsWith('https:') ? 'its SHOP_URL is https' : null
}

const hasLiveKeys = (env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>): boolean =>
  /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '') || env.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_live_') === true

/** Whether payments are simulated, by the shop's own sandbox or a separate one. */
export const usesSandbox = (env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): boolean =>
  env.STRIPE_SECRET_KEY === undefined || env.STRIPE_API_URL !== undefined

/** Throws if a public shop would be unsafe in this environment. CLI commands, which serve no requests, skip it. */
export function assertSafeToServe(env: Env): void {
  const reason = productionReason(env)
  if (reason === null) return
  if (env.SEED === 'demo') {
    throw new ConfigurationError(
      `SEED=demo makes people whose passwords are public, and this shop is in production: ${reason}. Leave SEED out.`,
    )
  }
  if (usesSandbox(env) && env.PAYMENT_SANDBOX === undefined) {
    throw new ConfigurationError(
      `STRIPE_SECRET_KEY is missing and this shop is in production: ${reason}. Without keys a sandbox would stand in for the payment provider, and orders would count as paid without money. Set the keys, or PAYMENT_SANDBOX=allow to try the shop out with simulated payments.`,
    )
  }
}

/** Facts about the environment for the owner, without secrets. */
export type EnvironmentFacts = {
  readonly hasMailServer: boolean
  readonly storage: 'disk' | 's3'
  readonly database: 'embedded' | 'external'
  readonly workers: number
}

export const environmentFacts = (env: Env): EnvironmentFacts => ({
  hasMailServer: env.SMTP_URL !== undefined,
  storage: env.S3_BUCKET === undefined ? 'disk' : 's3',
  database: env.DATABASE_URL === undefined ? 'embedded' : 'external',
  workers: env.WORKERS,
})

/** URL at which local processes reach a server on `host` and `port`. */
export function localUrl(host: string, port: number): string {
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${port}`
}

/** Addresses on which a server is also reachable as localhost. */
const localHosts = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** The shop's public URL without trailing slash. Defaults to a host name, which passkeys require. */
export const shopUrl = (env: Pick<Env, 'SHOP_URL' | 'HOST' | 'PORT'>): string =>
  (env.SHOP_URL ?? localUrl(localHosts.has(env.HOST) ? 'localhost' : env.HOST, env.PORT)).replace(/\/+$/, '')

/** The project's folder: sources are in its `src`, the build in its `dist/server`. */
export const projectRoot: string =
  /^(.*)[\\/](?:dist[\\/]server|src)[\\/]/.exec(fileURLToPath(import.meta.url))?.[1] ?? process.cwd()
