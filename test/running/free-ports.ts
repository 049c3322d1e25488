import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port followed by another free port: the shop uses the first, the payment sandbox the second. Both are below
 * the ports that Linux gives to outgoing connections (32768 and up), which could take one before the shop has started.
 */
export async function findFreePortPair(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
