import { isIP } from 'node:net'
import { type PasskeyOptions, passkey } from '@better-auth/passkey'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/database/connect.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { passkeys, twoFactors } from './factors/second-factor.table.ts'

const DAY = 86_400

export type AuthDeps = { readonly db: Db; readonly url: string; readonly secret: string }

export const COOKIE_PREFIX = 'samovar'

const PENDING_SECONDS = 10 * 60
const TRUSTED_DAYS = 30

/**
 * Endpoints that the library lacks; none is reachable over HTTP. Its second-factor plugin acts only after a sign-in at
 * a path it knows, so this one is named `/sign-in/username`.
 */
const shopSessions = {
  id: 'shop-sessions' as const,
  endpoints: {
    beginSession: createAuthEndpoint(
      '/sign-in/username',
      {
        method: 'POST',
        body: z.object({ userId: z.number(), remember: z.boolean() }),
        metadata: { SERVER_ONLY: true } as const,
      },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(String(ctx.body.userId))
        if (!user) throw new APIError('NOT_FOUND', { message: 'No such user' })
        const session = await internalAdapter.createSession(user.id, !ctx.body.remember)
        if (!session) throw new APIError('UNAUTHORIZED', { message: 'No session' })
        await setSessionCookie(ctx, { session, user }, !ctx.body.remember)
        return ctx.json({ user })
      },
    ),
    pendingSecondFactor: createAuthEndpoint.serverOnly({ method: 'GET' }, async (ctx) => {
      const { name } = ctx.context.createAuthCookie('two_factor')
      const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
      const pending = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
      const isValid = pending !== null && new Date(pending.expiresAt).getTime() > Date.now()
      return ctx.json({ userId: isValid ? Number(pending.value) : null })
    }),
  },
}

/** Whether this shop can have passkeys: they belong to a host name, never to an IP address. */
export function supportsPasskeys(shopUrl: string): boolean {
  const { hostname } = new URL(shopUrl)
  return isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** A passkey without user verification (fingerprint, face, PIN) is only one factor, and is not accepted here. */
function requireUserVerification(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { message: 'The passkey did not verify its user.' })
}

/** Passkeys of this shop's host. They replace both factors, so each use must verify the user. */
const passkeyOptions = ({ hostname, origin }: URL) =>
  ({
    rpID: hostname,
    origin,
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

function createAuth(deps: AuthDeps) {
  return betterAuth({
    appName: 'Samovar',
    baseURL: deps.url,
    secret: deps.secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(deps.db, {
      provider: 'pg',
      schema: { users, sessions, credentials, verifications, twoFactors, passkeys },
      transaction: true,
    }),
    user: {
      modelName: 'users',
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    // A disabled account gets no session, whatever the sign-in method.
    databaseHooks: { session: { create: { before: ({ userId }) => isEnabled(deps.db, userId) } } },
    session: {
      modelName: 'sessions',
      expiresIn: 14 * DAY,
      updateAge: DAY,
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
      freshAge: 0,
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    plugins: [
      twoFactor({
        twoFactorTable: 'twoFactors',
        twoFactorCookieMaxAge: PENDING_SECONDS,
        trustDeviceMaxAge: TRUSTED_DAYS * DAY,
        // Wrong codes are limited like passwords (sign-in-limit.ts): guesses of others do not lock out a known device.
        accountLockout: { enabled: false },
      }),
      passkey(passkeyOptions(new URL(deps.url))),
      shopSessions,
    ],
    // The sign-in page has its own rate limit, in the database, shared by all processes.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: deps.url.startsWith('https:'),
      database: { generateId: 'serial' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

async function isEnabled(db: Db, userId: string | number): Promise<boolean> {
  const enabled = and(eq(users.id, Number(userId)), isNull(users.disabledAt))
  return (await db.$count(users, enabled)) > 0
}

const authByShop = new WeakMap<AuthDeps, ReturnType<typeof createAuth>>()

export function authOf(shop: AuthDeps) {
  const auth = authByShop.get(shop) ?? createAuth(shop)
  authByShop.set(shop, auth)
  return auth
}
