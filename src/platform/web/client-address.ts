import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Networks in which our own proxies may be: loopback and private ones. */
const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Removes the zone; an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) becomes that IPv4 address. */
function normalizeAddress(raw: string): string {
  const address = raw.trim().replace(/%.*$/, '')
  const groups = isIP(address) === 6 ? groupsOf(address) : []
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:65535') return address
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight groups of an IPv6 address. The URL parser writes an IPv4 address at its end as two of them. */
function groupsOf(address: string): number[] {
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first = [], last = []] = halves.map((half) =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)),
  )
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const isPrivate = (address: string): boolean =>
  isIP(address) !== 0 && privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Trusts X-Forwarded-For only from a private network, and only its last entry, which our proxy has added. */
export function forwardedAddress(peer: string | undefined, forwarded: string | undefined): string {
  const peerAddress = normalizeAddress(peer ?? '')
  if (peerAddress !== '' && !isPrivate(peerAddress)) return peerAddress
  const last = normalizeAddress(forwarded?.split(',').at(-1) ?? '')
  return isIP(last) === 0 ? peerAddress : last
}

/** Rate limit keys of an IP address: `network` is one connection, `site` all networks of one customer. */
export type ClientNetwork = { readonly network: string; readonly site: string | null }

/**
 * IPv4 addresses count individually; IPv6 by the /64 of a household and the /48 of a site (RFC 6177). Null for
 * addresses that do not identify a client: unknown ones, and private ones, which are proxies without forwarding header.
 */
export function networkOf(raw: string): ClientNetwork | null {
  const address = normalizeAddress(raw)
  const version = isIP(address)
  if (version === 0 || isPrivate(address)) return null
  if (version === 4) return { network: address, site: null }
  const groups = groupsOf(address).map((group) => group.toString(16).padStart(4, '0'))
  return { network: groups.slice(0, 4).join(':'), site: groups.slice(0, 3).join(':') }
}

/** IP address of the client; '' without a network connection, as in tests. */
export const clientAddress = (context: Context): string =>
  forwardedAddress(
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress,
    context.req.header('x-forwarded-for'),
  )
