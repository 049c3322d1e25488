import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { entries } from '../../things/entries/entries.table.ts'

/** `transient`: of a form whose submissions are not kept; gone once its emails are sent. */
export const submissionStatuses = ['inbox', 'spam', 'trash', 'transient'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** A field as it was sent. `texts` is what is mailed; `posted` what was chosen, if a bar replaces it. */
export type SubmittedField = {
  readonly name: string
  /** Basetype of its tag. */
  readonly type: string
  readonly texts: readonly string[]
  readonly posted?: readonly string[]
}

/** An email with everything filled in, as it goes to the outbox. Addresses are lists as in a header. */
export type ComposedMail = {
  readonly subject: string
  readonly sender: string
  readonly recipient: string
  readonly replyTo: string
  readonly cc: string
  readonly bcc: string
  /** X- headers alone. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isHtml: boolean
  /** Fields whose files are attached. */
  readonly attachments: readonly string[]
}

export type MailName = 'mail' | 'mail_2'

export type SubmissionReply = { readonly at: string; readonly by: string; readonly text: string }

/** What visitors sent. Stored before any email is tried. */
export const formSubmissions = pgTable(
  'form_submissions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    formId: integer('form_id').references(() => entries.id, { onDelete: 'set null' }),
    /** Stays when the form is gone. */
    formTitle: text('form_title').notNull(),
    status: text('status').$type<SubmissionStatus>().notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** Why it was taken for spam, for the owner. */
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
    /** Names what was sent, from whom, in which half hour: a repeated one is not stored again. */
    postedDataHash: text('posted_data_hash').notNull(),
    /** Emails that it causes, also while it is held; `mail_2` after `mail`. */
    mails: jsonb('mails').$type<Partial<Record<MailName, ComposedMail>>>().notNull(),
    replies: jsonb('replies').$type<readonly SubmissionReply[]>().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('form_submissions_once').on(table.postedDataHash),
    index('form_submissions_newest').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('form_submissions_form').on(table.formId),
    index('form_submissions_email').on(table.email),
    index('form_submissions_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('form_submissions_created').on(table.createdAt),
  ],
)

export type Submission = typeof formSubmissions.$inferSelect

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Files of submissions. Nobody but the staff reads them, and browsers only ever store them. */
export const formFiles = pgTable(
  'form_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => formSubmissions.id, { onDelete: 'cascade' }),
    field: text('field').notNull(),
    /** The sender's file name, without path and control characters. */
    name: text('name').notNull(),
    size: integer('size').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [index('form_files_submission').on(table.submissionId)],
)
