import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps the emails it receives. Without `port` it takes a free one. */
export async function startMailServer(port = 0) {
  const received: string[] = []
  const recipients: string[][] = []
  const encoded: string[] = []
  const state = { refuses: false, quotes: false, hangs: false }
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      const answer = () => callback(state.refuses ? new Error('no room') : null)
      if (state.hangs) waiting.push(answer)
      else answer()
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const email = decoded(raw)
        if (state.quotes) return callback(new Error(`blocked: ${/\S+\?key=\S+/.exec(email)?.[0]}`))
        received.push(email)
        encoded.push(raw)
        recipients.push(envelope.rcptTo.map(({ address }) => address))
        return callback()
      })
    },
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Decoded emails, oldest first. */
    received,
    /** The same emails as received, for tests of attachments. */
    encoded,
    /** The mailboxes that each email is addressed to. */
    recipients,
    /** While it refuses, it accepts no recipient. */
    refuse(refuses: boolean) {
      state.refuses = refuses
    },
    /** While it hangs, it accepts connections and responds only when the hang ends. */
    hang(hangs: boolean) {
      state.hangs = hangs
      for (const answer of waiting.splice(0)) answer()
    },
    /** While it quotes, it refuses each email that contains a link, and repeats the link in its error. */
    quote(quotes: boolean) {
      state.quotes = quotes
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  }
}

/** Decodes an email from its transfer encoding (RFC 2045, quoted-printable). */
const decoded = (email: string): string =>
  email
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString())
