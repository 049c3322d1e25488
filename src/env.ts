import { z } from 'zod'

const optionalText = z.string().trim().min(1).optional()

const Environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65534).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Samovar <tea@samovar.test>'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a secret key, sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must be a publishable key, pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be a webhook signing secret, whsec_…')
    .optional(),
  GOOGLE_PAY_MERCHANT_ID: optionalText,
  SEED: z.enum(['demo', 'none']).default('demo'),
  WARM_PICTURES: z.enum(['on', 'off']).default('on'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Env = z.infer<typeof Environment>

/** A start that cannot go on because of what the operator gave it; its message names the variable. */
export class ConfigurationError extends Error {}

/** Reads and checks the environment once. Throws a `ConfigurationError` that names each wrong variable and what it should be. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const early = Object.keys(given).find((name) => name.startsWith('S3_') || name === 'DATABASE_REPLICA_URL')
  if (early) {
    throw new ConfigurationError(
      `${early}: this version does not use it yet, and a shop must not look as if it did. Leave it out.`,
    )
  }
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigurationError(`These variables need another value:\n${problems.join('\n')}`)
  }
  const env = parsed.data
  const keys = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY].filter((key) => key !== undefined)
  if (keys.length === 1) {
    throw new ConfigurationError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: set both, or neither for the local sandbox.',
    )
  }
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigurationError(
      'STRIPE_WEBHOOK_SECRET is missing: without it no message of the provider can be trusted.',
    )
  }
  return env
}

/** The shop's public address without a slash at the end. */
export function shopUrl(env: Pick<Env, 'SHOP_URL' | 'HOST' | 'PORT'>): string {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  return (env.SHOP_URL ?? `http://${host}:${env.PORT}`).replace(/\/+$/, '')
}
