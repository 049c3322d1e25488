import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }

/** A webhook receiver on this machine. It answers as a test tells it to, and 'ok' by default. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    url: '',
    answer: (response: ServerResponse, _request: Received): void => void response.end('ok'),
    /** The bodies it received for one topic, parsed as JSON. */
    events: (topic: string) =>
      received
        .filter(({ headers }) => headers['x-wc-webhook-topic'] === topic)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = { path: request.url ?? '', headers: request.headers, body }
      received.push(message)
      receiver.answer(response, message)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
