import { afterAll } from 'vitest'
import { type EmailTransport, openEmailTransport } from '../../src/things/messages/send-emails.ts'
import { startMailServer } from '../running/mail-server.ts'

/** A mail server, and a transport that sends emails to it. Call it at the top level of a test file. */
export async function openMailServer() {
  const server = await startMailServer()
  const transporter = openEmailTransport(server.url)
  afterAll(async () => {
    transporter.close()
    await server.stop()
  })
  const postbox: EmailTransport = { transporter, from: 'Samovar <tea@samovar.test>', mark: Buffer.from('a picture') }
  return { ...server, postbox }
}
