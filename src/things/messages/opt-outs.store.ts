import { and, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { mailOptOuts } from './opt-outs.table.ts'

export async function readOptOuts(db: Db | Tx, email: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ template: mailOptOuts.template })
    .from(mailOptOuts)
    .where(eq(mailOptOuts.email, normalizeEmail(email)))
  return new Set(rows.map(({ template }) => template))
}

export async function optOut(tx: Db | Tx, email: string, templates: readonly string[], at: Date): Promise<void> {
  if (templates.length === 0) return
  const rows = templates.map((template) => ({ email: normalizeEmail(email), template, createdAt: at }))
  await tx.insert(mailOptOuts).values(rows).onConflictDoNothing()
}

export async function optIn(tx: Db | Tx, email: string, templates: readonly string[]): Promise<void> {
  if (templates.length === 0) return
  await tx
    .delete(mailOptOuts)
    .where(and(eq(mailOptOuts.email, normalizeEmail(email)), inArray(mailOptOuts.template, [...templates])))
}

export type Unsubscription = { readonly email: string; readonly template: string }

const signatureOf = (secret: string, text: string): string => sign(secret, `unsubscribe|${text}`)

/** The key of an unsubscribe link. It never expires, because old emails stay in mailboxes. */
export function unsubscribeKey(secret: string, { email, template }: Unsubscription): string {
  const text = Buffer.from(JSON.stringify([email, template])).toString('base64url')
  return `${text}.${signatureOf(secret, text)}`
}

export function readUnsubscribeKey(secret: string, key: string): Unsubscription | null {
  const [text = '', signature = ''] = key.slice(0, 1000).split('.')
  if (!isSameSignature(signature, signatureOf(secret, text))) return null
  const [email = '', template = ''] = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
  return { email, template }
}
