/** A payment provider with faults: forwards requests to the sandbox, and disturbs those that a test selects. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { PaymentService } from '../../src/shop/gateways/context.ts'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import type { openShop } from './shop.ts'

/**
 * `hang`: nothing is forwarded or answered. `late-request`: forwarded after `ms`, long after the caller has given up.
 * `late-response`: forwarded immediately, answered after `ms`. `held-response`: forwarded immediately, answered when
 * `until` is fulfilled. `disconnect-before` and `disconnect-after`: the connection is reset before the request is
 * forwarded, or instead of the response. `slow-body`: the response arrives byte by byte, one every 100 ms.
 * `bad-gateway`: an HTML error page of a proxy. `server-error`: an error of the provider, before anything happened.
 * `forbidden`: the key may not do this.
 * `not-json` and `empty`: the request is carried out, and answered with an HTML page, or with an object without
 * content.
 */
export type Fault =
  | { readonly kind: 'hang' | 'disconnect-before' | 'disconnect-after' | 'slow-body' | 'bad-gateway' }
  | { readonly kind: 'server-error' | 'forbidden' | 'not-json' | 'empty' }
  | { readonly kind: 'late-request' | 'late-response'; readonly ms: number }
  | { readonly kind: 'held-response'; readonly until: Promise<unknown> }

export const FORBIDDEN = { type: 'invalid_request_error', message: 'The provided key does not have the permission.' }

export type FaultyProvider = {
  readonly url: string
  /** Disturbs requests whose path matches: the next `times` of them, or all until `clearFaults`. */
  injectFault(path: RegExp, fault: Fault, times?: number): void
  clearFaults(): void
  /** Whether requests are still disturbed. */
  isFaulty(): boolean
  /** Paths of all requests since the start. */
  readonly requests: string[]
  stop(): Promise<void>
}

export async function startFaultyProvider(target: string): Promise<FaultyProvider> {
  let activeFault: { path: RegExp; fault: Fault; left: number } | null = null
  const requests: string[] = []

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    requests.push(`${incoming.method} ${path}`)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const fault = activeFault && activeFault.left > 0 && activeFault.path.test(path) ? activeFault.fault : null
    if (fault && activeFault) activeFault.left -= 1
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'disconnect-before') return void outgoing.socket?.destroy()
    if (fault?.kind === 'bad-gateway') return void outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
    if (fault?.kind === 'server-error') return void outgoing.writeHead(500).end('{"error":{"type":"api_error"}}')
    if (fault?.kind === 'forbidden') return void outgoing.writeHead(403).end(JSON.stringify({ error: FORBIDDEN }))
    if (fault?.kind === 'late-request') await pause(fault.ms)
    const response = await forward(incoming, Buffer.concat(chunks))
    if (fault?.kind === 'disconnect-after') return void outgoing.socket?.destroy()
    if (fault?.kind === 'not-json') return void outgoing.writeHead(200).end('<h1>Maintenance</h1>')
    if (fault?.kind === 'empty') return void outgoing.writeHead(200).end('{}')
    if (fault?.kind === 'late-response') await pause(fault.ms)
    if (fault?.kind === 'held-response') await fault.until
    outgoing.writeHead(response.status, response.headers)
    if (fault?.kind === 'slow-body') {
      for (const byte of response.body.toString('latin1')) {
        outgoing.write(byte)
        await pause(100)
        if (outgoing.destroyed) return
      }
    }
    outgoing.end(fault?.kind === 'slow-body' ? '' : response.body)
  }

  function forward(incoming: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(target)
      const { method = 'GET', url = '/', headers } = incoming
      const forwarded = request({ hostname, port, method, path: url, headers }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({ status: response.statusCode ?? 500, headers: response.headers, body: Buffer.concat(chunks) })
      })
      forwarded.on('error', reject)
      forwarded.end(body)
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    injectFault(path, fault, times = Number.POSITIVE_INFINITY) {
      activeFault = { path, fault, left: times }
    },
    clearFaults() {
      activeFault = null
    },
    isFaulty: () => activeFault !== null && activeFault.left > 0,
    requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * The payment service of a shop behind this provider. Shoppers wait only `waitMs` while the provider has a fault, and
 * the usual time otherwise, so that tests are short and none fails on a busy machine.
 */
export function impatientPayments(
  line: FaultyProvider,
  keys: Parameters<typeof openPaymentService>[0]['keys'],
  waitMs = 800,
): PaymentService {
  const service = openPaymentService({ keys, sandboxOrigin: line.url })
  return {
    ...service,
    get shopperTimeoutMs() {
      return line.isFaulty() ? waitMs : service.shopperTimeoutMs
    },
  }
}

/**
 * Sends the payment requests of this shop through a provider with faults, which stops after the last test of the file.
 */
export async function disturbPayments(
  { shop, provider }: Pick<Awaited<ReturnType<typeof openShop>>, 'shop' | 'provider'>,
  waitMs?: number,
): Promise<FaultyProvider> {
  const line = await startFaultyProvider(provider.url)
  afterAll(() => line.stop())
  Object.assign(shop, { payments: impatientPayments(line, provider, waitMs) })
  return line
}
