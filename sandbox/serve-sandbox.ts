import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

export type ServeOptions = Omit<SandboxOptions, 'publicOrigin'> & {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Public origin of the sandbox; defaults to the address it listens on. */
  publicOrigin?: string
}

export type RunningSandbox = Pick<Sandbox, 'deliverDue'> & {
  /** The origin for SDK and browser: `apiOrigin` of `createStripeProvider`, and `providerOrigins`. */
  origin: string
  stop(): Promise<void>
}

/** Starts the sandbox on a separate port, so that it is cross-origin like the real provider. */
export async function serveSandbox(options: ServeOptions): Promise<RunningSandbox> {
  let sandbox: Sandbox | undefined
  const server = createAdaptorServer({
    fetch: (request: Request, env: object) => sandbox?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
  }) as Server
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin =
    options.publicOrigin ?? `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
  try {
    const started = createSandbox({ ...options, publicOrigin: origin })
    await started.start()
    sandbox = started
  } catch (error) {
    server.close()
    throw error
  }
  return { origin, deliverDue: sandbox.deliverDue, stop: () => stop(server, sandbox) }
}

/** Stops the server after the calls in progress. */
async function stop(server: Server, sandbox: Sandbox | undefined): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
  await sandbox?.stop()
}
