import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RecordedResponse } from './baseline-server.ts'

/** Headers of the connection, which Node sets again. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

export type RequestSpec = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request to the shop and records the response byte for byte; `fetch` would decompress it. */
export async function recordResponse(shopUrl: string, url: string, sent: RequestSpec): Promise<RecordedResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const clientRequest = request(new URL(url, shopUrl), { method: sent.method, headers: sent.headers }, resolve)
    clientRequest.once('error', reject)
    clientRequest.end(sent.body)
  })
  const body = await buffer(response)
  const headers: [string, string][] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = response.rawHeaders[at] ?? ''
    if (!connectionHeaders.has(name.toLowerCase())) headers.push([name, response.rawHeaders[at + 1] ?? ''])
  }
  return { method: sent.method, url, status: response.statusCode ?? 0, headers, base64: body.toString('base64') }
}
