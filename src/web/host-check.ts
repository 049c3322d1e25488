import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { paths } from '../routes.ts'

export type OwnHosts = {
  /** The shop's public address. */
  readonly url: string
  /** Whether the operator gave that address. If not, the shop is tried out on this machine, under any port. */
  readonly isGiven: boolean
}

type Verdict = 'own' | 'foreign' | 'unclear' | 'other-spelling'

/**
 * Lets only requests for this shop through: its public host, or the very address and port that the connection was made to,
 * as load balancers and the shop's own machine do. Everything else is refused before kept pages and routes are looked at:
 * a page that another name leads to would read the shop as its own (DNS rebinding), and links could be made to lead
 * anywhere. `X-Forwarded-Host` says nothing: the public address is `SHOP_URL`.
 */
export function refuseForeignHosts(own: OwnHosts, next: RequestListener): RequestListener {
  const host = new URL(own.url).host
  return (request, response) => {
    // What asks whether the shop is alive often has no name for it, or one that no address can have.
    if (request.url === paths.healthz && countHosts(request) <= 1) {
      request.headers.host = host
      return next(request, response)
    }
    switch (verdictOf(request, own, host)) {
      case 'own':
        return next(request, response)
      case 'other-spelling':
        return redirectHome(request, response, own.url)
      case 'unclear':
        return refuse(request, response, { status: 400, message: 'A request names exactly one host.' })
      case 'foreign':
        return refuse(request, response, { status: 421, message: notHere(own) })
    }
  }
}

function verdictOf(request: IncomingMessage, own: OwnHosts, host: string): Verdict {
  const { url = '', headers } = request
  if (countHosts(request) !== 1 || headers.host === undefined) return 'unclear'
  const given = headers.host
  if (url.charCodeAt(0) !== SLASH && url !== '*') {
    // An address with a host of its own counts instead of the header, so both must name the same one.
    const target = URL.parse(url)
    if (target?.host !== URL.parse(`http://${given}`)?.host) return 'unclear'
    // A name and password in it belong to nobody here, and no request can be made of it.
    if (target?.username !== '' || target.password !== '') return 'unclear'
  }
  if (given === host) return 'own'
  const named = URL.parse(`${own.url.split(':', 1)[0]}://${given}`)
  if (!named || named.pathname !== '/' || /[/?#@\\]/.test(given)) return 'unclear'
  if (named.host === host) return 'own'
  if (isWhereItArrived(named, request)) return 'own'
  if (!own.isGiven && (isLoopback(named.hostname) || isAddress(named.hostname))) return 'own'
  if (named.host === `www.${host}` || `www.${named.host}` === host) return 'other-spelling'
  return 'foreign'
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
function isWhereItArrived(named: URL, { socket }: IncomingMessage): boolean {
  const port = named.port || (named.protocol === 'https:' ? '443' : '80')
  if (port !== String(socket.localPort)) return false
  const address = plain(socket.localAddress ?? '')
  return isLoopback(address) ? isLoopback(named.hostname) : plain(named.hostname) === address
}

const plain = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(plain(hostname))

/** No name can be made to lead here where none is used. */
const isAddress = (hostname: string): boolean => /^(\d+(\.\d+){3}|[\da-f:]*:[\da-f:]*)$/.test(plain(hostname))

const notHere = ({ url, isGiven }: OwnHosts): string =>
  isGiven
    ? `There is no shop at this address. It is at ${url}/`
    : `There is no shop at this address. Set SHOP_URL to the address under which it is to be reached.`

/** With and without www. is the same shop under one name. */
function redirectHome({ method, url = '/' }: IncomingMessage, response: ServerResponse, home: string): void {
  const isReading = method === 'GET' || method === 'HEAD'
  const location = url.startsWith('/') ? home + url : `${home}/`
  response.writeHead(isReading ? 301 : 308, { location, 'content-length': 0 }).end()
}

function refuse(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  const isForPrograms = url.startsWith('/wp-json')
  const body = isForPrograms ? JSON.stringify({ code: 'wrong_host', message, data: { status } }) : `${message}\n`
  response
    .writeHead(status, {
      'content-type': isForPrograms ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(body)
}
