import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { entries } from '../../things/entries/entries.table.ts'
import type { CustomEmail } from '../../things/messages/custom-email.ts'

/** `transient`: its form or its sender does not let the shop keep it, so it is deleted once its emails are sent. */
export type SubmissionStatus = 'inbox' | 'spam' | 'trash' | 'transient'

/** A submitted field. `texts` is mailed; `posted` is the chosen label, if a pipe replaces it. */
export type SubmittedField = {
  readonly name: string
  /** Base type of its form-tag; '' without a tag. */
  readonly type: string
  readonly texts: readonly string[]
  readonly posted?: readonly string[]
}

/** An email for the outbox, without a text version and files. */
export type ComposedMail = Omit<CustomEmail, 'text' | 'html' | 'attachments'> & {
  readonly subject: string
  readonly recipient: string
  readonly body: string
  readonly isHtml: boolean
  /** Names of file fields to attach. */
  readonly attachments: readonly string[]
}

export type MailName = 'mail' | 'mail_2'

/** `isTransient`: a message held as spam becomes `transient`, not `inbox`, when it is released. */
type StoredMails = Partial<Record<MailName, ComposedMail>> & { readonly isTransient?: boolean }

export type SubmissionReply = { readonly at: string; readonly by: string; readonly text: string }

/** Submissions of visitors, stored before emails are sent. */
export const formSubmissions = pgTable(
  'form_submissions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    formId: integer('form_id').references(() => entries.id, { onDelete: 'set null' }),
    /** Remains after the form is deleted. */
    formTitle: text('form_title').notNull(),
    status: text('status').$type<SubmissionStatus>().notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** Why it was held, shown to the owner; '' if it was not, or has left the inbox since: its emails were queued. */
    spamReason: text('spam_reason').notNull().default(''),
    fields: jsonb('fields').$type<readonly SubmittedField[]>().notNull(),
    searchText: text('search_text').notNull(),
    /** Normalized address of the sender, from the first email field. */
    email: text('email'),
    userId: integer('user_id'),
    remoteIp: text('remote_ip').notNull(),
    userAgent: text('user_agent').notNull(),
    pagePath: text('page_path').notNull(),
    unitTag: text('unit_tag').notNull(),
    /** Hash of content, sender and half hour, against duplicate submissions. */
    postedDataHash: text('posted_data_hash').notNull(),
    /** Its emails, also while held as spam; `mail_2` follows `mail`. */
    mails: jsonb('mails').$type<StoredMails>().notNull(),
    replies: jsonb('replies').$type<readonly SubmissionReply[]>().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('form_submissions_once').on(table.postedDataHash),
    index('form_submissions_newest').on(table.status, table.createdAt, table.id),
    index('form_submissions_form').on(table.formId),
    index('form_submissions_email').on(table.email),
    index('form_submissions_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('form_submissions_created').on(table.createdAt),
    index('form_submissions_search').using(
      'gin',
      sql`unaccent_lower(${table.searchText}) gin_trgm_ops`,
      sql`unaccent_lower(${table.email}) gin_trgm_ops`,
    ),
  ],
)

export type Submission = typeof formSubmissions.$inferSelect

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Uploaded files. Only staff can download them, and browsers never display them. */
export const formFiles = pgTable(
  'form_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => formSubmissions.id, { onDelete: 'cascade' }),
    field: text('field').notNull(),
    /** File name from the sender, without path and control characters. */
    name: text('name').notNull(),
    size: integer('size').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [index('form_files_submission').on(table.submissionId)],
)
