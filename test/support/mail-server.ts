import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { type EmailTransport, openEmailTransport } from '../../src/things/messages/send-emails.ts'

/** A mail server that keeps what it receives. Call it at the top level of a test file. */
export async function openMailServer() {
  const received: string[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(state.refuses ? new Error('no room') : null),
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        callback()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const transporter = openEmailTransport(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  afterAll(async () => {
    transporter.close()
    await new Promise<void>((done) => server.close(done))
  })
  const postbox: EmailTransport = { transporter, from: 'Samovar <tea@samovar.test>', mark: Buffer.from('a picture') }
  return {
    /** Emails as they came, oldest first. */
    received,
    postbox,
    /** While it refuses, no recipient is accepted. */
    refuse(refuses: boolean) {
      state.refuses = refuses
    },
  }
}

/** The letters of an email that were encoded for the way (RFC 2045, quoted-printable). */
export const decoded = (email: string): string =>
  email
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
