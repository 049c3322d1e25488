import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'

/** Minutes to enter the second factor after the first one. */
const PENDING_SECONDS = 10 * 60
export const TRUSTED_DAYS = 30

/** Calls that start no sign-in, or have verified the second factor themselves. */
const exempt = (path: string): boolean =>
  path === '/get-session' || path.startsWith('/two-factor/') || path === '/passkey/verify-authentication'

/**
 * better-auth's second factor by code. The plugin asks for it after a password; here it does so after any other way of
 * starting a session as well, so that none can pass it by.
 */
export function secondFactorPlugin() {
  const plugin = twoFactor({
    twoFactorTable: 'twoFactors',
    twoFactorCookieMaxAge: PENDING_SECONDS,
    trustDeviceMaxAge: TRUSTED_DAYS * 86_400,
    // Wrong codes are limited like wrong passwords (sign-in-limit.ts): guesses of others do not lock out a known device.
    accountLockout: { enabled: false },
  })
  const [check] = plugin.hooks.after
  if (!check) throw new Error('The plugin for second factors has no check to extend')
  const matcher: typeof check.matcher = ({ path = '' }) => !exempt(path)
  return { ...plugin, hooks: { after: [{ ...check, matcher }] } }
}

/** What signing in needs beside the library's own calls. None of it can be reached over HTTP. */
export const sessionPlugin = () => ({
  id: 'shop-sessions' as const,
  endpoints: {
    /** Starts a session of a person who has shown one factor in another way, such as a mailed link. */
    beginSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.number(), remember: z.boolean() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(String(ctx.body.userId))
        if (!user) throw new APIError('NOT_FOUND', { message: 'No such user' })
        const session = await internalAdapter.createSession(user.id, !ctx.body.remember)
        // A disabled account gets no session.
        if (!session) throw new APIError('UNAUTHORIZED', { message: 'No session' })
        await setSessionCookie(ctx, { session, user }, !ctx.body.remember)
        return ctx.json({ user })
      },
    ),
    /** Whose second factor this browser is asked for; null if none is. */
    pendingSecondFactor: createAuthEndpoint.serverOnly({ method: 'GET' }, async (ctx) => {
      const { name } = ctx.context.createAuthCookie('two_factor')
      const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
      const pending = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
      const isValid = pending !== null && new Date(pending.expiresAt).getTime() > Date.now()
      return ctx.json({ userId: isValid ? Number(pending.value) : null })
    }),
  },
})
