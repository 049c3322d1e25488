import type { Context } from 'hono'
import type { Principal } from '../../platform/rest/call.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { formPairs } from '../../platform/web/form.ts'
import { sentRequest } from '../../platform/web/http/rewrite-request.ts'
import { isSameSignature } from '../../platform/web/signature.ts'
import { addressRateLimiter, rateLimiter, strictest } from '../abuse/rate-limit.ts'
import { currentAuthSession, verifyNonce } from './auth-session.ts'
import { mustSetUpSecondFactor } from './factors/staff-second-factor.ts'
import { consumerSecretOf, findKeyOwner, type KeyOwner, recordKeyAccess, useNonce } from './keys/api-keys.store.ts'
import { findPasswordOwner } from './keys/application-passwords.store.ts'
import { type OAuthParams, oauthParams, oauthSignature, type Pair, pairsOfHeader } from './keys/oauth.ts'
import type { AccountSettings } from './settings.ts'

/** Action of the browser's REST nonce, sent in `X-WP-Nonce`. */
export const REST_NONCE = 'wp_rest'

type AuthContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> &
  WithSettings<Pick<AccountSettings, 'requireSecondFactor'>>

/**
 * The principal of a REST request; null is a guest. A session cookie without nonce counts as a guest, because other
 * sites can send the cookie but not the nonce. With a nonce only the session counts; otherwise a key or password does,
 * and a refused one is never replaced by a session. Roles are read for each request, so that revoked keys and changed
 * roles take effect at once.
 */
export async function authenticate(context: Context, shop: AuthContext): Promise<Principal | RestError | null> {
  const nonce = context.req.header('x-wp-nonce') ?? context.req.query('_wpnonce')
  const session = nonce === undefined ? null : await currentAuthSession(context, shop)
  if (session) {
    if (!verifyNonce(shop.secret, REST_NONCE, session.sessionId, nonce)) return invalidNonce
    if (mustSetUpSecondFactor(shop.settings(), session)) return secondFactorMissing
    return { user: session.user, isSession: true, permissions: 'read_write' }
  }
  const credentials = isPrivateConnection(shop.url) ? passwordOf(context) : null
  if (credentials) return withPassword(context, shop, credentials)
  const pairs = await pairsOf(context)
  const signed = oauthParams(pairs)
  if (signed === null) return null
  return 'missing' in signed ? missingParameters(signed.missing) : withSignature(context, shop, pairs, signed)
}

const invalidNonce = errorOf(403, 'rest_cookie_invalid_nonce', 'Cookie check failed')

const secondFactorMissing: RestError = {
  status: 403,
  code: 'samovar_rest_second_factor_required',
  message: 'This shop asks its staff for a second factor. Set one up in your account first.',
}

const invalidKey = (message: string): RestError => errorOf(401, 'woocommerce_rest_authentication_error', message)

const invalidPassword: RestError = {
  status: 401,
  code: 'incorrect_password',
  message: 'The provided password is an invalid application password.',
}

const missingParameters = (names: readonly string[]): RestError => ({
  status: 401,
  code: 'woocommerce_rest_authentication_missing_parameter',
  message: `Missing OAuth parameter${names.length === 1 ? '' : 's'} ${names.join(', ')}`,
})

const isPrivateConnection = (shopUrl: string): boolean => {
  const { protocol, hostname } = new URL(shopUrl)
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

type Credentials = { readonly name: string; readonly password: string }

const MAX_HEADER_LENGTH = 4000

/** Longer headers cannot be credentials of this shop. */
const authorizationOf = (context: Context): string => {
  const header = context.req.header('authorization')?.trim() ?? ''
  return header.length > MAX_HEADER_LENGTH ? '' : header
}

/** Key and secret from the query, else username and password of Basic authentication (RFC 7617). */
function passwordOf(context: Context): Credentials | null {
  const [name = '', password = ''] = [context.req.query('consumer_key'), context.req.query('consumer_secret')]
  if (name !== '' && password !== '') return { name, password }
  const [, encoded] = /^Basic\s+([\w+/=-]+)$/i.exec(authorizationOf(context)) ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon <= 0 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

async function withPassword(
  context: Context,
  shop: AuthContext,
  { name, password }: Credentials,
): Promise<Principal | RestError> {
  if (!name.startsWith('ck_')) {
    const owner = await findPasswordOwner(shop, name.replaceAll('\0', ''), password, clientAddress(context))
    return owner ?? refuse(context, shop, name, invalidPassword)
  }
  const owner = await findKeyOwner(shop, name)
  // Compared for unknown keys too, so that timing reveals nothing.
  const isSecret = isSameSignature(password, consumerSecretOf(shop.secret, name))
  if (owner && isSecret) return authenticated(shop, owner)
  return refuse(context, shop, name, invalidKey('Consumer key or secret is invalid.'))
}

async function pairsOf(context: Context): Promise<Pair[]> {
  const isForm = /^application\/x-www-form-urlencoded/i.test(context.req.header('content-type') ?? '')
  const form = isForm ? formPairs(await context.req.text()) : []
  return [...new URL(sentRequest(context).url).searchParams, ...form, ...pairsOfHeader(authorizationOf(context))]
}

const SIGNATURE_SECONDS = 15 * 60
const MAX_NONCE_LENGTH = 100

async function withSignature(
  context: Context,
  shop: AuthContext,
  pairs: readonly Pair[],
  params: OAuthParams,
): Promise<Principal | RestError> {
  const { oauth_consumer_key: key, oauth_nonce: nonce, oauth_signature_method: method } = params
  const reject = (message: string) => refuse(context, shop, key, invalidKey(message))
  const sent = sentRequest(context)
  // WooCommerce signs the address of the home page without its slash.
  const path = new URL(sent.url).pathname.replace(/^\/$/, '')
  const request = { method: sent.method, url: shop.url + path, pairs }
  const expected = oauthSignature(request, method, consumerSecretOf(shop.secret, key))
  if (expected === null) return reject('Invalid signature - signature method is invalid.')
  const owner = await findKeyOwner(shop, key)
  // A `+` in the query arrives as a space.
  const isSigned = isSameSignature(params.oauth_signature.replaceAll(' ', '+'), expected)
  if (!owner || !isSigned) return reject('Invalid signature - provided signature does not match.')
  const at = /^\d{1,12}$/.test(params.oauth_timestamp) ? Number(params.oauth_timestamp) : 0
  if (Math.abs(shop.now().getTime() / 1000 - at) > SIGNATURE_SECONDS) return reject('Invalid timestamp.')
  const isNew =
    nonce.length <= MAX_NONCE_LENGTH &&
    !nonce.includes('\0') &&
    (await useNonce(shop, owner.keyId, nonce.toWellFormed()))
  return isNew ? authenticated(shop, owner) : reject('Invalid nonce - nonce has already been used.')
}

async function authenticated(shop: AuthContext, { keyId, ...principal }: KeyOwner): Promise<Principal> {
  await recordKeyAccess(shop, keyId)
  return principal
}

const WINDOW_SECONDS = 15 * 60
/** Refused requests per 15 minutes from one IP address with one key, and with all keys. */
const MAX_PER_KEY = 20
const MAX_PER_ADDRESS = 100

/** Counts refused requests only, so that one outdated client does not lock out others at the same IP address. */
async function refuse(context: Context, shop: AuthContext, name: string, error: RestError): Promise<RestError> {
  const address = clientAddress(context)
  const limit = (rule: string, max: number) => ({ name: rule, max, seconds: WINDOW_SECONDS })
  const result = strictest(
    await Promise.all([
      rateLimiter(shop, limit('api-key', MAX_PER_KEY)).consume(`${address} ${name}`),
      addressRateLimiter(shop, limit('api-address', MAX_PER_ADDRESS)).consume(address),
    ]),
  )
  if (result.ok) return error
  context.header('retry-after', String(result.retryAfterSeconds))
  const message = 'Too many requests with invalid credentials. Please try again later.'
  return errorOf(429, 'samovar_rest_too_many_failures', message)
}
