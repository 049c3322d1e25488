import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

/** Where a proxy of our own stands: this machine and private networks. */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const isNear = (address: string): boolean =>
  isIP(address) !== 0 && near.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The address a request came from. `forwarded` (X-Forwarded-For) is believed only when the connection itself comes
 * from our own machine or network, and then only its last entry: the one our proxy wrote, and nobody else could.
 */
export function addressOf(peer: string | undefined, forwarded: string | undefined): string {
  const direct = plain(peer ?? '')
  if (direct !== '' && !isNear(direct)) return direct
  const last = plain(forwarded?.split(',').at(-1) ?? '')
  return isIP(last) === 0 ? direct : last
}

/** Whether an address says who is there: neither unknown nor of our own machine or network. */
export const isFarAddress = (address: string): boolean => isIP(address) !== 0 && !isNear(address)

type NodeBindings = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }

/** The address of whoever sent this request; empty when there is no network in between, as in tests. */
export const clientAddress = (context: Context): string =>
  addressOf(
    (context.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress,
    context.req.header('x-forwarded-for'),
  )
