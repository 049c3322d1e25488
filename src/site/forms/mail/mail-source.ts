import { eq } from 'drizzle-orm'
import { users } from '../../../people/identity/accounts.table.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryHref } from '../../../things/entries/entry.ts'
import type { additionalSettings, ContactForm } from '../contact-form.ts'
import type { FormContext } from '../context.ts'
import type { FormTag } from '../form-tag.ts'
import type { SubmittedField } from '../forms.table.ts'
import type { PostedForm, sentFiles } from '../posted-form.ts'
import type { Sender } from '../sender.ts'
import { replaceMailTags } from './mail-tags.ts'

export type SubmittedForm = {
  readonly form: ContactForm
  readonly tags: readonly FormTag[]
  readonly settings: ReturnType<typeof additionalSettings>
  readonly fields: readonly SubmittedField[]
  readonly files: ReturnType<typeof sentFiles>
  readonly posted: PostedForm
  readonly sender: Sender
  readonly invalidFields?: readonly string[]
}

export type MailSource = Awaited<ReturnType<typeof mailSourceOf>>

export async function mailSourceOf(
  db: Db | Tx,
  shop: FormContext,
  { form, tags, fields, files, sender, invalidFields = [] }: SubmittedForm,
) {
  const { siteTitle: title, tagline: description, ownerEmail: adminEmail } = shop.settings()
  const { address: remoteIp, userAgent, user } = sender
  // Values of `[your-file]` in the text of an email.
  const fileNames = [...Map.groupBy(files, ({ field }) => field)].map(
    ([name, sent]): SubmittedField => ({ name, type: 'file', texts: sent.map((file) => file.name) }),
  )
  return {
    formTitle: form.title,
    fields: [...fields, ...fileNames],
    tags,
    invalidFields,
    sender: {
      remoteIp,
      userAgent,
      user: user && { id: user.id, name: user.name, email: user.email, login: user.email },
    },
    page: await readContainer(db, shop, sender.containerPost),
    url: shop.publicUrl + sender.pagePath,
    site: { title, description, url: shop.publicUrl, adminEmail },
    now: shop.now(),
  }
}

/** The public post, page or product that contains a form; null if there is none. */
async function readContainer(db: Db | Tx, { publicUrl }: Pick<FormContext, 'publicUrl'>, id: number) {
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return null
  const [found] = await db
    .select({ entry: entries, author: { name: users.name, email: users.email, disabledAt: users.disabledAt } })
    .from(entries)
    .leftJoin(users, eq(users.id, entries.authorId))
    .where(eq(entries.id, id))
  const href = found && entryHref(found.entry)
  if (!found || !href || found.entry.status !== 'publish') return null
  const { author } = found
  const { slug, title } = found.entry
  // Messages are not mailed to somebody who has left the shop.
  const authorEmail = author && author.disabledAt === null ? author.email : ''
  return { id, slug, title, url: publicUrl + href, authorName: author?.name ?? '', authorEmail }
}

/** Whether `fillMessage` changes a message. */
export const needsFilling = (message: string): boolean => /[<[]/.test(message)

/** Elements, and a bracket that what follows could make the beginning of one. */
const MARKUP = /<[a-z/!?][^>]*>|<(?=[a-z/!?[])/gi

/**
 * A message to the sender, as plain text: without the editor's markup, and with mail-tags replaced. Values have no angle
 * brackets, so that they are no markup in scripts that show messages as HTML. A choice is the one that was shown, not what
 * it mails, and the author's address is left out, because the sender says which page the form is on.
 */
export function fillMessage(message: string, source: MailSource): string {
  const { page, fields } = source
  const visible = {
    ...source,
    page: page && { ...page, authorEmail: '' },
    fields: fields.map((field) => ({ ...field, texts: field.posted ?? field.texts })),
  }
  return replaceMailTags(message.replaceAll(MARKUP, ''), visible, ({ texts }) =>
    texts.join(', ').replaceAll(/[<>]/g, ''),
  )
}
