import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'

export const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type PolicyOptions = {
  /** Text of the page's inline scripts, each allowed by its hash. */
  readonly inlineScripts: readonly string[]
  /** Text of email previews' style elements, each allowed by its hash. */
  readonly inlineStyles?: readonly string[]
  /** Origins of the payment provider and of wallets, on payment pages. */
  readonly script?: readonly string[]
  readonly frame?: readonly string[]
  readonly connect?: readonly string[]
  readonly image?: readonly string[]
  /** Cannot be combined with `inlineStyles`, whose hashes would take precedence. */
  readonly style?: readonly string[]
  readonly isDevelopment?: boolean
}

/** The Content-Security-Policy of a page. Style attributes are allowed (star widths), style elements by their hash. */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const development = options.isDevelopment ?? false
  const list = (...sources: (string | readonly string[] | undefined)[]) => sources.flat().filter(Boolean).join(' ')
  return [
    "default-src 'self'",
    development
      ? list("script-src 'self' 'unsafe-inline'", options.script)
      : list("script-src 'self' 'inline-speculation-rules'", options.inlineScripts.map(sha256), options.script),
    development
      ? "style-src 'self' 'unsafe-inline'"
      : `${list("style-src 'self'", options.inlineStyles?.map(sha256), options.style)}; style-src-attr 'unsafe-inline'`,
    list("img-src 'self' data:", options.image),
    "font-src 'self'",
    list("connect-src 'self'", options.connect, development ? 'ws:' : undefined),
    list("frame-src 'self'", options.frame),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Headers of every response. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

/** A public https shop enables HSTS for a year (RFC 6797). Subdomains are not included, because they may belong to others. */
const httpsSecurityHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'strict-transport-security': 'max-age=31536000',
}

export const securityHeadersOf = (shopUrl: string): Readonly<Record<string, string>> =>
  shopUrl.startsWith('https:') ? httpsSecurityHeaders : securityHeaders

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Paths meant to be called from elsewhere, which are authenticated by signature or cart token. */
const allowsCrossSite = (context: Context): boolean =>
  context.req.path.startsWith('/wp-json/wc-stripe/v1/webhook') ||
  (context.req.path.startsWith('/wp-json/wc/store') && context.req.header('cart-token') !== undefined)

/** Whether a page of another site made this request. Non-browser clients send neither header. */
export function isCrossSite(context: Context, shopUrl: string): boolean {
  const origin = context.req.header('origin')
  if (context.req.header('sec-fetch-site') === 'cross-site') return true
  if (origin === undefined || origin === new URL(shopUrl).origin) return false
  const host = context.req.header('host')
  return host === undefined || URL.parse(origin)?.host !== host
}

/** Checks `Sec-Fetch-Site` and `Origin`. Non-browser clients send neither, and have no cookies to misuse. */
export function rejectCrossSiteWrites(shopUrl: string): MiddlewareHandler {
  return async (context, next) => {
    if (safeMethods.has(context.req.method) || allowsCrossSite(context)) return next()
    if (!isCrossSite(context, shopUrl)) return next()
    return rejectRequest(context, {
      status: 403,
      code: 'rest_forbidden',
      message: 'This request came from another site and was refused.',
    })
  }
}

/** Rejection before routing: JSON for API paths, plain text elsewhere. */
export function rejectRequest(
  context: Context,
  { status, code, message }: { readonly status: 400 | 403; readonly code: string; readonly message: string },
): Response {
  const isApi = context.req.path.startsWith('/wp-json/')
  return isApi ? context.json({ code, message, data: { status } }, status) : context.text(message, status)
}
