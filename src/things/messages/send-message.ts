import type { Tx } from '../../platform/database/connect.ts'
import { schedule } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { insertEmails } from './emails.store.ts'
import type { Composer, MessageType, NewMessage } from './message.ts'
import { readOptOuts } from './opt-outs.store.ts'

export const sendEmailsJob = schedule('send-emails', '* * * * *')

export type MessageSender = Pick<Platform, 'jobs'> & Composer

/** Queues it once per type and key, in the causing transaction. False if it is off or the reader opted out. */
export async function sendMessage<Subject, Payload>(
  tx: Tx,
  shop: MessageSender,
  type: MessageType<Subject, Payload>,
  message: NewMessage<Subject, Payload>,
): Promise<boolean> {
  const email = type.compose(message, shop)
  if (!email) return false
  if (type.optional && (await readOptOuts(tx, email.recipient)).has(type.id)) return false
  await insertEmails(tx, [email], shop.now())
  shop.jobs.enqueueSoon(sendEmailsJob)
  return true
}

/** Sends a message declared by `defineAccountEmail`, whose subject has no placeholders for data. */
export const sendAccountEmail = <Payload>(
  tx: Tx,
  shop: MessageSender,
  type: MessageType<object, Payload>,
  recipient: string,
  message: Pick<NewMessage<object, Payload>, 'key' | 'payload' | 'orderId'>,
): Promise<boolean> => sendMessage(tx, shop, type, { ...message, recipient, subject: {} })
