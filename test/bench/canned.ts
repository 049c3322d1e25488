import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { CannedAnswer } from './bare-server.ts'

/** What the connection makes and not the answer: Node adds its own again. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

export type Sent = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Asks the shop and writes the answer down byte for byte as it was sent; `fetch` would unpack what is compressed. */
export async function canned(shopUrl: string, url: string, sent: Sent): Promise<CannedAnswer> {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const asking = request(new URL(url, shopUrl), { method: sent.method, headers: sent.headers }, done)
    asking.once('error', fail)
    asking.end(sent.body)
  })
  const body = await buffer(response)
  const headers: [string, string][] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = response.rawHeaders[at] ?? ''
    if (!ofConnection.has(name.toLowerCase())) headers.push([name, response.rawHeaders[at + 1] ?? ''])
  }
  return { method: sent.method, url, status: response.statusCode ?? 0, headers, base64: body.toString('base64') }
}
