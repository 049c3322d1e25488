/**
 * The baseline: a bare Node `http` server that sends the bytes it was given. The bench starts it in a separate process.
 * It looks responses up by method and URL, or by path alone if no response has that URL.
 */
import { createServer } from 'node:http'

export type RecordedResponse = {
  readonly method: string
  /** Includes the query if the response depends on it. */
  readonly url: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly base64: string
}
type Ready = { readonly status: number; readonly headers: string[]; readonly body: Buffer }

process.once('message', ({ port, responses }: { port: number; responses: RecordedResponse[] }) => {
  const ready = new Map<string, Ready>(
    responses.map((recorded) => {
      const body = Buffer.from(recorded.base64, 'base64')
      const headers = [...recorded.headers, ['content-length', String(body.length)] as const].flat()
      return [`${recorded.method} ${recorded.url}`, { status: recorded.status, headers, body }]
    }),
  )
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    const recorded = ready.get(`${request.method} ${url}`) ?? ready.get(`${request.method} ${url.split('?')[0]}`)
    if (!recorded) {
      response.writeHead(404).end()
      return
    }
    const send = () => {
      response.writeHead(recorded.status, recorded.headers)
      response.end(recorded.body)
    }
    // Reads the body to its end, as every server has to before using it.
    if (request.method === 'POST') request.resume().once('end', send)
    else send()
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
})
process.once('disconnect', () => process.exit(0))
