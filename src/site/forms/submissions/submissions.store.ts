import { and, desc, eq, getTableColumns, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../../people/identity/accounts.table.ts'
import { type Db, firstOf, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { among, containsIndexedText, containsText, readPage, searchIn } from '../../../platform/database/list-query.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails, submissionIdOf } from '../../../things/messages/emails.table.ts'
import { formFiles, formSubmissions, type Submission } from '../forms.table.ts'

export const folders = ['inbox', 'spam', 'trash'] as const
export type Folder = (typeof folders)[number]

type SubmissionQuery = {
  readonly search: string
  readonly status: Folder
  readonly form: readonly number[]
  readonly read?: 'read' | 'unread' | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly limit: number
  readonly offset: number
}

/** Whether the form or the sender does not let the shop keep a submission that was held as spam. */
const isTransient = sql<boolean>`coalesce((${formSubmissions.mails} ->> 'isTransient')::boolean, false)`

const { searchText: _searchText, mails: _mails, postedDataHash: _hash, ...columns } = getTableColumns(formSubmissions)
const listColumns = {
  ...columns,
  fileCount: sql<number>`(select count(*)::int from form_files where submission_id = form_submissions.id)`,
  /** The name of the account, or its address without one; '' once it is deleted. */
  customerName: sql<string>`coalesce(
    (select coalesce(nullif(name, ''), email) from ${users} where ${users}.id = form_submissions.user_id), '')`,
  isTransient,
}
export type ListedSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

/** Newest first; with `isMore`, the total is a lower bound. */
export async function listSubmissions(
  db: Db,
  { search, status, form, read, from, until, limit, offset }: SubmissionQuery,
) {
  const filtered = and(
    eq(formSubmissions.status, status),
    among(formSubmissions.formId, form),
    read && eq(formSubmissions.isRead, read === 'read'),
    from && gte(formSubmissions.createdAt, from),
    until && lt(formSubmissions.createdAt, until),
  )
  const order = [desc(formSubmissions.createdAt), desc(formSubmissions.id)]
  const texts = [formSubmissions.searchText, formSubmissions.email]
  const matches = await searchIn(db, {
    table: formSubmissions,
    id: formSubmissions.id,
    filtered,
    order,
    found: containsText(search, texts),
    indexed: sql`select id from ${formSubmissions} where ${containsIndexedText(search, texts)}`,
  })
  const rows = db.select(listColumns).from(formSubmissions).$dynamic()
  return readPage(db, rows, formSubmissions, { ...matches, order, limit, offset })
}

export const isListed = ne(formSubmissions.status, 'transient')

export const findSubmission = (db: Db | Tx, id: number) =>
  db
    .select(listColumns)
    .from(formSubmissions)
    .where(and(eq(formSubmissions.id, id), isListed))
    .then(firstOf)

/** Locks in id order, so that concurrent changes do not deadlock. */
export const lockSubmissions = (tx: Tx, ids: readonly number[]): Promise<Submission[]> =>
  tx
    .select()
    .from(formSubmissions)
    .where(and(isAnyOf(formSubmissions.id, ids), isListed))
    .orderBy(formSubmissions.id)
    .for('update')

const countOf = (condition: SQL | undefined) => sql`count(*) filter (where ${condition})`.mapWith(Number)
const isIn = (folder: Folder) => eq(formSubmissions.status, folder)

const counts = {
  inbox: countOf(isIn('inbox')),
  spam: countOf(isIn('spam')),
  trash: countOf(isIn('trash')),
  unread: countOf(and(isIn('inbox'), eq(formSubmissions.isRead, false))),
}

export type SubmissionCounts = Awaited<ReturnType<typeof countSubmissions>>

/** Submissions per folder, unread ones, and the existing forms that have submissions. */
export async function countSubmissions(db: Db) {
  const counted = await db.select(counts).from(formSubmissions).then(firstOf)
  const forms = await db
    .select({ id: entries.id, title: sql<string>`max(${formSubmissions.formTitle})` })
    .from(formSubmissions)
    .innerJoin(entries, eq(entries.id, formSubmissions.formId))
    .where(isListed)
    .groupBy(entries.id)
  return { ...counted, forms }
}

const fileColumns = { id: formFiles.id, field: formFiles.field, name: formFiles.name, size: formFiles.size }

export const filesOf = (db: Db | Tx, submissionId: number) =>
  db.select(fileColumns).from(formFiles).where(eq(formFiles.submissionId, submissionId)).orderBy(formFiles.id)

export const findFile = (db: Db, submissionId: number, id: number) =>
  db
    .select({ name: formFiles.name, bytes: formFiles.bytes })
    .from(formFiles)
    .innerJoin(formSubmissions, eq(formSubmissions.id, formFiles.submissionId))
    .where(and(eq(formFiles.id, id), eq(formFiles.submissionId, submissionId), isListed))
    .then(firstOf)

/** Key of a submission's email, or of the nth reply. */
export const emailKey = (id: number, what: string): string => `form:${id}:${what}`

export const emailsOf = (db: Db, { id, replies }: Pick<Submission, 'id' | 'replies'>) => {
  const names = ['mail', 'mail_2', ...replies.map((_, index) => `reply:${index + 1}`)]
  const keys = names.map((name) => emailKey(id, name))
  return db
    .select({ id: emails.id, status: emails.status, recipient: emails.recipient })
    .from(emails)
    .where(inArray(emails.key, keys))
    .orderBy(emails.id)
}

/** Deletes submissions with their files and emails, also copies of resent ones. */
export async function removeSubmissions(tx: Tx, where: SQL | undefined): Promise<number[]> {
  const removed = await tx.delete(formSubmissions).where(where).returning({ id: formSubmissions.id })
  const ids = removed.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(emails).where(inArray(submissionIdOf(emails), ids.map(String)))
  return ids
}

/**
 * Deletes transient submissions whose emails are sent or three days old, and those that would be transient but were held
 * as spam two weeks ago. Returns the number.
 */
export async function removeTransient(db: Db, now: Date): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const isMailed = sql`not exists (select from emails where status <> 'sent' and ${gte(emails.createdAt, daysAgo(3))}
    and key in ('form:' || form_submissions.id || ':mail', 'form:' || form_submissions.id || ':mail_2'))`
  const isHeld = inArray(formSubmissions.status, ['spam', 'trash'])
  const isOver = or(
    and(eq(formSubmissions.status, 'transient'), isMailed),
    and(isHeld, lt(formSubmissions.createdAt, daysAgo(14)), isTransient),
  )
  return (await db.transaction((tx) => removeSubmissions(tx, isOver))).length
}
