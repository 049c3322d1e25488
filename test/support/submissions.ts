import type { Db } from '../../src/platform/database/connect.ts'
import {
  type ComposedMail,
  formSubmissions,
  type Submission,
  type SubmittedField,
} from '../../src/site/forms/forms.table.ts'

const mail: ComposedMail = {
  subject: 'A question',
  sender: 'Samovar <tea@samovar.test>',
  recipient: 'owner@samovar.test',
  replyTo: '',
  cc: '',
  bcc: '',
  headers: {},
  body: 'A body',
  isHtml: false,
  attachments: [],
}

type Sent = Partial<typeof formSubmissions.$inferInsert> & { readonly message?: string; readonly name?: string }
let sentCount = 0

/** Inserts what a visitor sent as the shop stores it, with one email that it causes. */
export async function writeSubmission(
  db: Db,
  { message = 'Do you ship to Yukon?', name = 'Ada Leaf', ...values }: Sent = {},
): Promise<Submission> {
  sentCount += 1
  const email = 'email' in values ? values.email : 'ada@shop.test'
  const fields: readonly SubmittedField[] = values.fields ?? [
    { name: 'your-name', type: 'text', texts: [name] },
    { name: 'your-email', type: 'email', texts: email ? [email] : [] },
    { name: 'your-message', type: 'textarea', texts: [message] },
  ]
  const [row] = await db
    .insert(formSubmissions)
    .values({
      formTitle: 'Contact',
      status: 'inbox',
      fields,
      searchText: fields.flatMap(({ texts }) => texts).join('\n'),
      email,
      remoteIp: '203.0.113.9',
      userAgent: 'A browser',
      pagePath: '/contact/',
      unitTag: 'wpcf7-f1-p2-o1',
      postedDataHash: `hash ${sentCount}`,
      mails: { mail },
      createdAt: new Date(),
      ...values,
    })
    .returning()
  if (!row) throw new Error('A submission was not written')
  return row
}
