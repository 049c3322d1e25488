import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export type FetchProblem =
  /** Not `http:` or `https:` on the standard port, or with credentials. */
  | 'invalid-address'
  /** The host is in a private network, this machine, or a reserved range. */
  | 'not-public'
  | 'too-large'
  | 'too-many-redirects'
  | RetryableProblem

/** Problems that a retry may solve. `unreachable` includes statuses other than 200, if 200 is required. */
export const retryableProblems = ['unreachable', 'timeout', 'unknown-host', 'refused', 'no-secure-connection'] as const
type RetryableProblem = (typeof retryableProblems)[number]

type Refused = { readonly ok: false; readonly problem: FetchProblem }
export type FetchResult = { readonly ok: true; readonly bytes: Buffer } | Refused
/** Any response, whatever its status, with the start of its body. */
export type PostResult = { readonly ok: true; readonly status: number; readonly body: Buffer } | Refused

/** Whether requests to this IP address and port are allowed. */
export type IsAllowed = (ip: string, port: number) => boolean

type FetchOptions = {
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly isAllowed?: IsAllowed
}
type Message = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const pictureMessage: Message = {
  method: 'GET',
  headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Samovar' },
}

const MAX_REDIRECTS = 3

/**
 * Fetches a URL that was entered by a user or a program. The host is resolved once and that IP address is used, so that
 * DNS cannot lead into this network; each redirect is checked again.
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<FetchResult> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let next = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await ask(next, pictureMessage, options, signal)
    if (!(answer instanceof Object)) return refused(answer)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, next)) {
      answer.destroy()
      next = new URL(headers.location, next).href
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      return refused('unreachable')
    }
    if (Number(headers['content-length'] ?? 0) > options.maxBytes) {
      answer.destroy()
      return refused('too-large')
    }
    const { bytes, isWhole } = await read(answer, options.maxBytes)
    if (bytes.length > options.maxBytes) return refused('too-large')
    return isWhole ? { ok: true, bytes } : refused('unreachable')
  }
  return refused('too-many-redirects')
}

/** Posts once to a public URL. Redirects are not followed, but returned like any response. */
export async function postPublic(
  address: string,
  message: Omit<Message, 'method'>,
  options: FetchOptions,
): Promise<PostResult> {
  const answer = await ask(address, { ...message, method: 'POST' }, options, AbortSignal.timeout(options.timeoutMs))
  if (!(answer instanceof Object)) return refused(answer)
  const { bytes } = await read(answer, options.maxBytes)
  return { ok: true, status: answer.statusCode ?? 0, body: bytes.subarray(0, options.maxBytes) }
}

/** Reads up to `maxBytes` of a body, and whether it ended by itself. */
async function read(answer: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size > maxBytes) break
    }
  } catch {
    return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

const refused = (problem: FetchProblem): Refused => ({ ok: false, problem })

function parseAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain ? url : null
}

async function ask(
  address: string,
  { method, headers, body }: Message,
  { isAllowed = isPublicHost }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage | FetchProblem> {
  const url = parseAddress(address)
  if (!url) return 'invalid-address'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const ip = isIP(host) > 0 ? host : await resolve(host)
  if (ip === null) return 'unknown-host'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!isAllowed(ip, port)) return 'not-public'
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const resolvedLookup: LookupFunction = (_, { all }, done) => {
    if (all) done(null, [{ address: ip, family: isIP(ip) }])
    else done(null, ip, isIP(ip))
  }
  return new Promise((done) => {
    send(url, { method, lookup: resolvedLookup, agent: false, headers, signal })
      .once('response', done)
      // An upgraded connection would never end, because its data is not a response.
      .once('upgrade', (_, socket) => {
        socket.destroy()
        done('unreachable')
      })
      // Also after the response, if the receiver does not read the whole body.
      .on('error', (error) => done(signal.aborted ? 'timeout' : connectionProblem(error)))
      .end(body)
  })
}

function connectionProblem({ code = '' }: NodeJS.ErrnoException): RetryableProblem {
  if (code === 'ECONNREFUSED') return 'refused'
  return /CERT|SIGNATURE|^ERR_(SSL|TLS)|^EPROTO$/.test(code) ? 'no-secure-connection' : 'unreachable'
}

const lookups = new Map<string, Promise<string | null>>()

/** Concurrent lookups share one: few run at a time, and slow ones would delay those of the payment provider. */
function resolve(host: string): Promise<string | null> {
  const underWay = lookups.get(host)
  if (underWay) return underWay
  const pendingLookup = lookup(host)
    .then(({ address }) => address)
    .catch(() => null)
    .finally(() => lookups.delete(host))
  lookups.set(host, pendingLookup)
  return pendingLookup
}

/** IANA's special-purpose addresses. For IPv6 only the public range is allowed. */
const specialPurpose = new BlockList()
for (const range of (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ')) {
  const [net = '', bits] = range.split('/')
  specialPurpose.addSubnet(net, Number(bits), 'ipv4')
}
for (const range of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [net = '', bits] = range.split('/')
  specialPurpose.addSubnet(net, Number(bits), 'ipv6')
}
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public, on a web server's port. */
export function isPublicHost(ip: string, port: number): boolean {
  if (port !== 80 && port !== 443) return false
  if (isIP(ip) === 4) return !specialPurpose.check(ip, 'ipv4')
  return publicIpv6.check(ip, 'ipv6') && !specialPurpose.check(ip, 'ipv6')
}
