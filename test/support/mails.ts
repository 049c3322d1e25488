/** The outbox of a test shop as recipients read it: keys and digits are sealed in the database. */
import { asc, eq } from 'drizzle-orm'
import type { Shop } from '../../src/shop.ts'
import { type Email, emails } from '../../src/things/messages/emails.table.ts'

type MailShop = Pick<Shop, 'db' | 'messages'>

export const mailsTo = ({ db }: Pick<Shop, 'db'>, recipient: string): Promise<Email[]> =>
  db.select().from(emails).where(eq(emails.recipient, recipient)).orderBy(asc(emails.id))

/** The text of an email. After the email was sent or has expired, the text has no key. */
export const textOf = async ({ db, messages }: MailShop, email: Email): Promise<string> =>
  (await messages.content(db, email)).text

/** The text of the newest email to this address, of this type if one is named; '' if there is none. */
export async function newestTextTo(shop: MailShop, recipient: string, template?: string): Promise<string> {
  const sent = await mailsTo(shop, recipient)
  const email = sent.findLast((one) => template === undefined || one.template === template)
  return email ? textOf(shop, email) : ''
}

/** The key in the link of an email. */
export const keyIn = (text: string): string => /\/my-account\/[\w/-]+\?key=([\w-]+)/.exec(text)?.[1] ?? 'no key'

/** The six digits in an email. */
export const digitsIn = (text: string): string => /\b(\d{3}) (\d{3})\b/.exec(text)?.slice(1).join('') ?? ''
