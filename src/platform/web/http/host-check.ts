import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { paths } from '../routes.ts'

export type ShopHost = {
  /** The shop's public URL. */
  readonly url: string
  /** Whether the operator configured the URL. If not, the shop runs for local evaluation, on any port. */
  readonly isConfigured: boolean
}

/**
 * Accepts only requests for this shop: its public host, or the IP address and port of the connection, as used by load
 * balancers and local clients. Everything else is rejected before cache and router: another host name would allow DNS
 * rebinding attacks and forged links. `X-Forwarded-Host` is ignored: the public URL is `SHOP_URL`.
 */
export function rejectUnknownHosts(shopHost: ShopHost, next: RequestListener): RequestListener {
  const host = new URL(shopHost.url).host
  return (request, response) => {
    // Health checks often send no host name, or an invalid one.
    if (request.url === paths.healthz && countHosts(request) <= 1) {
      request.headers.host = host
      return next(request, response)
    }
    const match = matchHost(request, shopHost, host)
    if (match === 'allowed') return next(request, response)
    if (match === 'www-alias') return redirectToShopHost(request, response, shopHost.url)
    if (match === 'ambiguous') return rejectRequest(request, response, 400, 'A request names exactly one host.')
    rejectRequest(request, response, 421, unknownHostMessage(shopHost))
  }
}

function matchHost(request: IncomingMessage, shopHost: ShopHost, host: string) {
  const { url = '', headers } = request
  const hostHeader = headers.host
  if (countHosts(request) !== 1 || hostHeader === undefined) return 'ambiguous'
  if (!url.startsWith('/') && url !== '*') {
    // The host of an absolute request target takes precedence over the header, so both must be equal.
    const target = URL.parse(url)
    if (target?.host !== URL.parse(`http://${hostHeader}`)?.host) return 'ambiguous'
    // Credentials in the URL are not supported, and `Request` rejects them.
    if (target?.username !== '' || target.password !== '') return 'ambiguous'
  }
  if (hostHeader === host) return 'allowed'
  const requested = URL.parse(`${shopHost.url.split(':', 1)[0]}://${hostHeader}`)
  if (!requested || requested.pathname !== '/' || /[/?#@\\]/.test(hostHeader)) return 'ambiguous'
  if (requested.host === host || isConnectionTarget(requested, request)) return 'allowed'
  if (!shopHost.isConfigured && (isLoopback(requested.hostname) || isIpAddress(requested.hostname))) return 'allowed'
  if (requested.host === `www.${host}` || `www.${requested.host}` === host) return 'www-alias'
  return 'unknown'
}

/** A loop, because it runs before each cached page: `filter` takes several times as long. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** The port distinguishes a probe of this server from a DNS rebinding attack. */
function isConnectionTarget(requested: URL, { socket }: IncomingMessage): boolean {
  const port = requested.port || (requested.protocol === 'https:' ? '443' : '80')
  if (port !== String(socket.localPort)) return false
  const address = normalizeHostname(socket.localAddress ?? '')
  return isLoopback(address) ? isLoopback(requested.hostname) : normalizeHostname(requested.hostname) === address
}

const normalizeHostname = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(normalizeHostname(hostname))

/** DNS rebinding needs a host name. */
const isIpAddress = (hostname: string): boolean => isIP(normalizeHostname(hostname)) !== 0

const unknownHostMessage = ({ url, isConfigured }: ShopHost): string =>
  isConfigured
    ? `There is no shop at this address. It is at ${url}/`
    : `There is no shop at this address. Set SHOP_URL to the address under which it is to be reached.`

/** Redirects between the host with and without www. */
function redirectToShopHost({ method, url = '/' }: IncomingMessage, response: ServerResponse, shopUrl: string): void {
  const isSafeMethod = method === 'GET' || method === 'HEAD'
  const location = url.startsWith('/') ? shopUrl + url : `${shopUrl}/`
  response.writeHead(isSafeMethod ? 301 : 308, { location, 'content-length': 0 }).end()
}

function rejectRequest(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  const isApi = request.url?.startsWith('/wp-json')
  const body = isApi ? JSON.stringify({ code: 'wrong_host', message, data: { status } }) : `${message}\n`
  response
    .writeHead(status, {
      'content-type': isApi ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(body)
}
