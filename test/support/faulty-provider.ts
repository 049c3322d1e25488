/** A provider behind a bad line: passes requests on to the sandbox, and spoils those that a test wants spoilt. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `hangs`: nothing is passed on and nothing answered. `acts-late`: passed on after `ms`, when the caller has long hung up.
 * `answers-late`: passed on at once, answered after `ms`. `cut-before` and `cut-after`: the connection is torn, before it
 * is passed on or instead of the answer. `drips`: the answer comes byte by byte, one each 100 ms. `rubbish`: a proxy's page.
 */
export type Fault =
  | { readonly kind: 'hangs' | 'cut-before' | 'cut-after' | 'drips' | 'rubbish' }
  | { readonly kind: 'acts-late' | 'answers-late'; readonly ms: number }

export type FaultyProvider = {
  readonly url: string
  /** Spoils requests whose path this matches: so many of them, or all until `mend`. */
  spoil(path: RegExp, fault: Fault, times?: number): void
  mend(): void
  /** Paths that were asked for since the start. */
  readonly asked: string[]
  stop(): Promise<void>
}

export async function startFaultyProvider(target: string): Promise<FaultyProvider> {
  let spoilt: { path: RegExp; fault: Fault; left: number } | null = null
  const asked: string[] = []

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    asked.push(`${incoming.method} ${path}`)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const fault = spoilt && spoilt.left > 0 && spoilt.path.test(path) ? spoilt.fault : null
    if (fault && spoilt) spoilt.left -= 1
    if (fault?.kind === 'hangs') return
    if (fault?.kind === 'cut-before') return void outgoing.socket?.destroy()
    if (fault?.kind === 'rubbish') return void outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
    if (fault?.kind === 'acts-late') await pause(fault.ms)
    const answer = await passOn(incoming, Buffer.concat(chunks))
    if (fault?.kind === 'cut-after') return void outgoing.socket?.destroy()
    if (fault?.kind === 'answers-late') await pause(fault.ms)
    outgoing.writeHead(answer.status, answer.headers)
    if (fault?.kind === 'drips') {
      for (const byte of answer.body.toString('latin1')) {
        outgoing.write(byte)
        await pause(100)
        if (outgoing.destroyed) return
      }
    }
    outgoing.end(fault?.kind === 'drips' ? '' : answer.body)
  }

  function passOn(incoming: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(target)
      const { method = 'GET', url = '/', headers } = incoming
      const passed = request({ hostname, port, method, path: url, headers }, async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk as Buffer)
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) })
      })
      passed.on('error', reject)
      passed.end(body)
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil(path, fault, times = Number.POSITIVE_INFINITY) {
      spoilt = { path, fault, left: times }
    },
    mend() {
      spoilt = null
    },
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
