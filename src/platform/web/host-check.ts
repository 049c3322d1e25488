import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { paths } from './routes.ts'

export type ShopHost = {
  /** The shop's public address. */
  readonly url: string
  /** Whether the operator gave that address. If not, the shop is tried out on this machine, under any port. */
  readonly isConfigured: boolean
}

type HostMatch = 'allowed' | 'unknown' | 'ambiguous' | 'www-alias'

/**
 * Lets only requests for this shop through: its public host, or the very address and port that the connection was made to,
 * as load balancers and the shop's own machine do. Everything else is refused before kept pages and routes are looked at:
 * a page that another name leads to would read the shop as its own (DNS rebinding), and links could be made to lead
 * anywhere. `X-Forwarded-Host` says nothing: the public address is `SHOP_URL`.
 */
export function rejectUnknownHosts(shopHost: ShopHost, next: RequestListener): RequestListener {
  const host = new URL(shopHost.url).host
  return (request, response) => {
    // What asks whether the shop is alive often has no name for it, or one that no address can have.
    if (request.url === paths.healthz && countHosts(request) <= 1) {
      request.headers.host = host
      return next(request, response)
    }
    switch (matchHost(request, shopHost, host)) {
      case 'allowed':
        return next(request, response)
      case 'www-alias':
        return redirectToShopHost(request, response, shopHost.url)
      case 'ambiguous':
        return rejectRequest(request, response, { status: 400, message: 'A request names exactly one host.' })
      case 'unknown':
        return rejectRequest(request, response, { status: 421, message: unknownHostMessage(shopHost) })
    }
  }
}

function matchHost(request: IncomingMessage, shopHost: ShopHost, host: string): HostMatch {
  const { url = '', headers } = request
  if (countHosts(request) !== 1 || headers.host === undefined) return 'ambiguous'
  const hostHeader = headers.host
  if (url.charCodeAt(0) !== SLASH && url !== '*') {
    // An address with a host of its own counts instead of the header, so both must name the same one.
    const target = URL.parse(url)
    if (target?.host !== URL.parse(`http://${hostHeader}`)?.host) return 'ambiguous'
    // A name and password in it belong to nobody here, and no request can be made of it.
    if (target?.username !== '' || target.password !== '') return 'ambiguous'
  }
  if (hostHeader === host) return 'allowed'
  const requested = URL.parse(`${shopHost.url.split(':', 1)[0]}://${hostHeader}`)
  if (!requested || requested.pathname !== '/' || /[/?#@\\]/.test(hostHeader)) return 'ambiguous'
  if (requested.host === host) return 'allowed'
  if (isConnectionTarget(requested, request)) return 'allowed'
  if (!shopHost.isConfigured && (isLoopback(requested.hostname) || isIpAddress(requested.hostname))) return 'allowed'
  if (requested.host === `www.${host}` || `www.${requested.host}` === host) return 'www-alias'
  return 'unknown'
}

const SLASH = 47

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** The port tells a probe of this very server from a name that was made to lead here. */
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

/** No name can be made to lead here where none is used. */
const isIpAddress = (hostname: string): boolean =>
  /^(\d+(\.\d+){3}|[\da-f:]*:[\da-f:]*)$/.test(normalizeHostname(hostname))

const unknownHostMessage = ({ url, isConfigured }: ShopHost): string =>
  isConfigured
    ? `There is no shop at this address. It is at ${url}/`
    : `There is no shop at this address. Set SHOP_URL to the address under which it is to be reached.`

/** With and without www. is the same shop under one name. */
function redirectToShopHost({ method, url = '/' }: IncomingMessage, response: ServerResponse, shopUrl: string): void {
  const isSafeMethod = method === 'GET' || method === 'HEAD'
  const location = url.startsWith('/') ? shopUrl + url : `${shopUrl}/`
  response.writeHead(isSafeMethod ? 301 : 308, { location, 'content-length': 0 }).end()
}

function rejectRequest(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  const isApi = url.startsWith('/wp-json')
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
