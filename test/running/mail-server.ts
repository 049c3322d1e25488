import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it receives. */
export async function startMailServer() {
  const received: string[] = []
  const state = { refuses: false, quotes: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(state.refuses ? new Error('no room') : null),
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const email = decoded(Buffer.concat(chunks).toString())
        if (state.quotes) return callback(new Error(`blocked: ${/\S+\?key=\S+/.exec(email)?.[0]}`))
        received.push(email)
        return callback()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Emails, oldest first. */
    received,
    /** While it refuses, no recipient is accepted. */
    refuse(refuses: boolean) {
      state.refuses = refuses
    },
    /** While it quotes, it refuses each email with a link, and says which. */
    quote(quotes: boolean) {
      state.quotes = quotes
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  }
}

/** Letters are encoded for the way (RFC 2045, quoted-printable). */
const decoded = (email: string): string =>
  email
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString())
