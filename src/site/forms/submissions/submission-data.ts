import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { containsIndexedText } from '../../../platform/database/list-query.ts'
import type { Person, PersonalData } from '../../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../../platform/privacy/retention-rule.ts'
import { formSubmissions } from '../forms.table.ts'
import { textsByField } from './submission-summary.ts'
import { removeSubmissions } from './submissions.store.ts'

/** By user and by email, because the address in the form may differ from the account's. */
const sentBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(formSubmissions.userId, userId),
    email === null ? undefined : and(isNull(formSubmissions.userId), isIn(email), isValueOf(email)),
  ) ?? sql`false`

/** Found by the index, which `isValueOf` is not. */
const isIn = (email: string): SQL | undefined => containsIndexedText(email, [formSubmissions.searchText])

/** Whether a field has the address as its value. What a form offers to choose is an address of the shop, not the sender's. */
const isValueOf = (email: string): SQL => sql`exists (
  select from jsonb_array_elements(${formSubmissions.fields}) field, jsonb_array_elements_text(field -> 'texts') written
  where field ->> 'type' not in ('checkbox', 'radio', 'select') and lower(btrim(written, E' \\t\\n')) = ${email})`

export const submissionData: PersonalData = {
  id: 'messages',
  title: 'Messages you sent us',
  tables: ['form_submissions', 'form_files'],
  async read(db, person) {
    const files = sql<
      string[]
    >`array(select name from form_files where submission_id = form_submissions.id order by id)`
    const rows = await db
      .select({
        form: formSubmissions.formTitle,
        sent: formSubmissions.createdAt,
        page: formSubmissions.pagePath,
        ip: formSubmissions.remoteIp,
        browser: formSubmissions.userAgent,
        fields: formSubmissions.fields,
        replies: formSubmissions.replies,
        files,
      })
      .from(formSubmissions)
      .where(sentBy(person))
      .orderBy(asc(formSubmissions.id))
    return rows.map(({ fields, replies, ...row }) => ({
      ...row,
      fields: textsByField({ fields }),
      answers: replies.map(({ at, text }) => `${at}: ${text}`),
    }))
  },
  detach: (tx, userId) => tx.update(formSubmissions).set({ userId: null }).where(eq(formSubmissions.userId, userId)),
  erase: async (tx, person) => (await removeSubmissions(tx, sentBy(person))).length,
}

export const submissionRetention: RetentionRule = {
  id: 'messages',
  title: 'Messages from contact forms',
  description: 'Messages are deleted, with their files and the emails about them.',
  minimumDays: 7,
  count: (db, cutoff) => db.$count(formSubmissions, lt(formSubmissions.createdAt, cutoff)),
  async apply(tx, cutoff, limit) {
    const batch = tx
      .select({ id: formSubmissions.id })
      .from(formSubmissions)
      .where(lt(formSubmissions.createdAt, cutoff))
      .orderBy(formSubmissions.id)
      .limit(limit)
    return (await removeSubmissions(tx, inArray(formSubmissions.id, batch))).length
  },
}
